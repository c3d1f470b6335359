"""A text made consistent: one type a name, missed repeats, whole persons, names in events."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from span_marks import mark, marked

from builders.atlas import PlaceIndex
from builders.recognizers.rules.consistency import ConsistentRecognizer, make_consistent
from builders.text import is_whole
from builders.types import ENTITY_TYPES, TypedSpan
from name_collections.collection import Name

INDEX = PlaceIndex.of([
    Name("Peru", "COUNTRY", country="Peru"), Name("Chad", "COUNTRY", country="Chad"),
    Name("Bergenia", "CITY", country="Peru"), Name("Tranquil", "CITY", country="Peru"),
])  # fmt: skip

MADE_CONSISTENT = {
    # one type a name
    "majority": (
        "[Gelt](ORG) and [Gelt](CITY) and [Gelt](CITY) grew.",
        "[Gelt](CITY) and [Gelt](CITY) and [Gelt](CITY) grew.",
    ),
    "title": ("King [Harald](ORG) fell.", "King [Harald](PERSON) fell."),
    "calling": ("the poet [Ilse](GPE) sang.", "the poet [Ilse](PERSON) sang."),
    "full name": (
        "[Ada Gelt](PERSON) won. [Gelt](ORG) sang.",
        "[Ada Gelt](PERSON) won. [Gelt](PERSON) sang.",
    ),
    "surname that a town bears": (
        "[Ada Gelt](PERSON) won. [Gelt](CITY) sang.",
        "[Ada Gelt](PERSON) won. [Gelt](PERSON) sang.",
    ),
    "family taken for a people": (
        "[Ada Gelt](PERSON) won. The [Gelts](NORP) sang.",
        "[Ada Gelt](PERSON) won. The [Gelts](PERSON) sang.",
    ),
    "family of two names": (
        "[Ada Gelt](PERSON) wed [Ida Holm](PERSON). The [Holm-Gelts](ORG) sang.",
        "[Ada Gelt](PERSON) wed [Ida Holm](PERSON). The [Holm-Gelts](PERSON) sang.",
    ),
    "person of a place": (
        "[Conrad](PERSON) met [Conrad of Gelt](ORG).",
        "[Conrad](PERSON) met [Conrad of Gelt](PERSON).",
    ),
    "person who is told": (
        "[Chad Miller](PERSON) lives in [Chad](GPE). She told [Chad](GPE) to go.",
        "[Chad Miller](PERSON) lives in [Chad](GPE). She told [Chad](PERSON) to go.",
    ),
    "honorific taken along": (
        "old [Mrs Gelt](LOC) sang.", "old Mrs [Gelt](PERSON) sang.",
    ),
    "firm of a first name": (
        "[Ada Gelt](PERSON) won. [Ada](ORG) sang. [Ada](ORG) ate.",
        "[Ada Gelt](PERSON) won. [Ada](PERSON) sang. [Ada](PERSON) ate.",
    ),
    "acronym spoken as a word": (
        "[ZORB](ORG) sold it. Zorb sued, and Zorb won.",
        "[ZORB](ORG) sold it. [Zorb](ORG) sued, and [Zorb](ORG) won.",
    ),
    "name in capitals": ("[Zorb](ORG) sold ZORB shares.", "[Zorb](ORG) sold [ZORB](ORG) shares."),
    "word in capitals": (
        "[SPIRE](ORG) has a seat. The Spire is a tall spire. [HOPE](ORG) sang. They met Hope.",
        "[SPIRE](ORG) has a seat. The Spire is a tall spire. [HOPE](ORG) sang. They met Hope.",
    ),
    "small first letter": (
        "It is [vZN](ORG). The vZN grew.", "It is [vZN](ORG). The [vZN](ORG) grew.",
    ),
    "law of a body": (
        "[Gelt Union](ORG) law is new. The rules of Gelt Union Law hold.",
        "[Gelt Union](ORG) law is new. The rules of [Gelt Union](ORG) Law hold.",
    ),
    "law that may be a name": (
        "[Gelt Union](ORG) sang. The rules of Gelt Union Law hold.",
        "[Gelt Union](ORG) sang. The rules of Gelt Union Law hold.",
    ),
    "family name first, a place": ("[Kim Min-ji](LOC) sang.", "[Kim Min-ji](PERSON) sang."),
    "person after a day": (
        "[Ada Gelt](PERSON) won. On Sundays Ada sings.",
        "[Ada Gelt](PERSON) won. On Sundays [Ada](PERSON) sings.",
    ),
    "surname alone in capitals": (
        "[Gelt](PERSON) won. It read: THANK YOU GELT.",
        "[Gelt](PERSON) won. It read: THANK YOU [GELT](PERSON).",
    ),
    "great places": ("In [Britain](GPE), Great [Britain](GPE) it is.",
                     "In [Britain](GPE), [Great Britain](GPE) it is."),
    "forms of state": ("The [Duchy](NORP) of old and the [Republic](GPE) fell.",
                       "The Duchy of old and the Republic fell."),
    "common words in the plural": (
        "[Injectors](PERSON) sold. An injector lifts water.",
        "Injectors sold. An injector lifts water.",
    ),
    "bodies of two letters": (
        "[QV](ORG) ruled. Within QV law, QV rules.",
        "[QV](ORG) ruled. Within [QV](ORG) law, [QV](ORG) rules.",
    ),
    "acronyms of common words": (
        "Glow cells (GC) die; many [GC](CITY) live on.",
        "Glow cells (GC) die; many GC live on.",
    ),
    "acronyms of names": (
        "the Gelt Club (GC) met; at [GC](ORG) all",
        "the Gelt Club ([GC](ORG)) met; at [GC](ORG) all",
    ),
    "firms without their form": (
        "[Turbolift AB](ORG) grew. Turbolift hired.",
        "[Turbolift AB](ORG) grew. [Turbolift](ORG) hired.",
    ),
    "capital of a sentence": (
        "[Antigen](PERSON) binds; an antigen is bound.",
        "Antigen binds; an antigen is bound.",
    ),
    "capital within a sentence": (
        "[Harper](PERSON) sang. I met [Harper](PERSON), a harper.",
        "[Harper](PERSON) sang. I met [Harper](PERSON), a harper.",
    ),
    "family name first": ("[Kim](LOC) Min-ji sang.", "[Kim Min-ji](PERSON) sang."),
    "family name first, unseen": ("Then Kim Min-ji sang.", "Then [Kim Min-ji](PERSON) sang."),
    "given names of two words": (
        "[Nguyen Thu Ha](PERSON) won. Thu [Ha](PERSON) sang.",
        "[Nguyen Thu Ha](PERSON) won. [Thu Ha](PERSON) sang.",
    ),
    "compound people": (
        "the [Anglo-Gelt](ORG) camp", "the [Anglo-Gelt](NORP) camp",
    ),
    "people with a given name": (
        "The Vardans came; a [Vardan](PERSON) town fell.",
        "The [Vardans](NORP) came; a [Vardan](NORP) town fell.",
    ),
    "many of a people": (
        "many [Vardan](PERSON) towns of [Vardan](PERSON) folk",
        "many [Vardan](NORP) towns of [Vardan](NORP) folk",
    ),
    "believers": ("Some [Muslims](PERSON) sang.", "Some [Muslims](NORP) sang."),
    "acronym taken for a person": ("When [OTKE](PERSON) met", "When [OTKE](ORG) met"),
    "famous city": ("It lies in Lisbon, far away.", "It lies in [Lisbon](GPE), far away."),
    "club in a famous city": ("songs from [Geneva](ORG) rang", "songs from [Geneva](GPE) rang"),
    "person of the sea": ("[George Strait](PERSON) sang", "[George Strait](PERSON) sang"),
    "list of persons": (
        "[Ada](PERSON), [Sailors](ORG) and [Ida](PERSON)",
        "[Ada](PERSON), [Sailors](ORG) and [Ida](PERSON)",
    ),
    "body": ("[Gelt University](PERSON) grew.", "[Gelt University](ORG) grew."),
    "water": ("the [Gelt Sea](ORG) froze", "the [Gelt Sea](LOC) froze"),
    "ruler": ("[Harald II](GPE) fell.", "[Harald II](PERSON) fell."),
    "people": ("The [Gelts](ORG) won a Gelt town.", "The [Gelts](NORP) won a [Gelt](NORP) town."),
    "list": (
        "to [Oslo](GPE), [Carol](PERSON) and [Bergen](GPE).",
        "to [Oslo](GPE), [Carol](GPE) and [Bergen](GPE).",
    ),
    "person and country": (
        "[Chad Miller](PERSON) flew to [Chad](GPE). [Chad](PERSON) sang. [Chad](PERSON) ate.",
        "[Chad Miller](PERSON) flew to [Chad](GPE). [Chad](PERSON) sang. [Chad](PERSON) ate.",
    ),
    "person who acts": (
        "[Chad Miller](PERSON) flew to [Chad](GPE). [Chad](GPE) sang.",
        "[Chad Miller](PERSON) flew to [Chad](GPE). [Chad](PERSON) sang.",
    ),
    "country": ("Now [Peru](ORG) sings.", "Now [Peru](GPE) sings."),
    "past country": ("the [Soviet Union](GPE) fell", "the [Soviet Union](GPE) fell"),
    # missed repeats
    "repeat": ("[Oslo](CITY) is old. I like Oslo.", "[Oslo](CITY) is old. I like [Oslo](CITY)."),
    "apostrophes": (
        "[Côte d'Ivoire](COUNTRY), Côte d’Ivoire",
        "[Côte d'Ivoire](COUNTRY), [Côte d’Ivoire](COUNTRY)",
    ),
    "last name with an article": (
        "[Ada al-Gelt](PERSON) won. So Gelt sang.",
        "[Ada al-Gelt](PERSON) won. So [Gelt](PERSON) sang.",
    ),
    "last names": (
        "[Ada Ida Gelt](PERSON) won in rain. Ida Gelt sang.",
        "[Ada Ida Gelt](PERSON) won in rain. [Ida Gelt](PERSON) sang.",
    ),
    "initials": (
        "the [World Oil Organization](ORG) met; then WOO left",
        "the [World Oil Organization](ORG) met; then [WOO](ORG) left",
    ),
    "body in a body": (
        "the [Parliament](ORG) sat; a vote in Parliament failed; Parliament Hill",
        "the [Parliament](ORG) sat; a vote in [Parliament](ORG) failed; Parliament Hill",
    ),
    "last name": (
        "[Ada Gelt](PERSON) won. So Gelt sang.",
        "[Ada Gelt](PERSON) won. So [Gelt](PERSON) sang.",
    ),
    "first name": (
        "[Ada Gelt](PERSON) won. So Ada sang.",
        "[Ada Gelt](PERSON) won. So [Ada](PERSON) sang.",
    ),
    "capitals": ("[Ada Gelt](PERSON) won. GELT OUT", "[Ada Gelt](PERSON) won. [GELT](PERSON) OUT"),
    "plural people": ("[Norman](NORP) and Normans", "[Norman](NORP) and [Normans](NORP)"),
    "acronym": (
        "the [World Oil Organization](ORG) (WOO); then WOO met",
        "the [World Oil Organization](ORG) ([WOO](ORG)); then [WOO](ORG) met",
    ),
    "other brackets": ("the [World Oil Body](ORG) (XYZ)", "the [World Oil Body](ORG) (XYZ)"),
    "company": (
        "[Delta Motors, Inc.](ORG) and Delta",
        "[Delta Motors, Inc.](ORG) and [Delta](ORG)",
    ),
    "airline": ("[American Airlines](ORG), American", "[American Airlines](ORG), American"),
    "short body": (
        "The [European Trade Council](ORG) sat. The Council rose. A Council of elders.",
        "The [European Trade Council](ORG) sat. The [Council](ORG) rose. A Council of elders.",
    ),
    "without its article": (
        "[Hasan al-Gelt](PERSON) led. Gelt won; al-Gelt sat.",
        "[Hasan al-Gelt](PERSON) led. [Gelt](PERSON) won; [al-Gelt](PERSON) sat.",
    ),
    # no repeats
    "currency": ("the [US](GPE) paid US$3", "the [US](GPE) paid US$3"),
    "another person": ("[Ada Gelt](PERSON) met Ida Gelt.", "[Ada Gelt](PERSON) met Ida Gelt."),
    "longer name": ("[Ada](PERSON) met Ada Lund.", "[Ada](PERSON) met Ada Lund."),
    "month": (
        "She left in May. [Theresa May](PERSON) stayed; May knew. The May of Gelt, 5 May.",
        "She left in May. [Theresa May](PERSON) stayed; [May](PERSON) knew. The [May](PERSON) of "
        "Gelt, 5 May.",
    ),
    "given name that is a word": (
        "[Will Quist](PERSON) ran. Will's dog barked. Will slept. Will she? [Rose Holm](PERSON): "
        "Rose bushes.",
        "[Will Quist](PERSON) ran. [Will](PERSON)'s dog barked. [Will](PERSON) slept. Will she? "
        "[Rose Holm](PERSON): Rose bushes.",
    ),
    "surname that is a word": (
        "[Ada Wood](PERSON) ran. Wood's price rose. Wood was cut. Wood, who sang.",
        "[Ada Wood](PERSON) ran. Wood's price rose. Wood was cut. [Wood](PERSON), who sang.",
    ),
    "names beside countries": (
        "[Zorb - Peru](ORG); [Ada Holm – Chad](PERSON); [Oslo | Gelt](ORG); [Zorb-Peru](ORG)",
        "[Zorb](ORG) - [Peru](GPE); [Ada Holm](PERSON) – [Chad](GPE); [Oslo | Gelt](ORG); "
        "[Zorb-Peru](ORG)",
    ),
    "what is asked of a place": (
        "[Capital of Peru](GPE)? [Capital of the Zorb](ORG) [Flag of the Zorbs](LOC)",
        "Capital of [Peru](GPE)? [Capital of the Zorb](ORG) Flag of the [Zorbs](LOC)",
    ),
    "common word": (
        "[Karl Bush](PERSON) ran. Bush fires burned.",
        "[Karl Bush](PERSON) ran. Bush fires burned.",
    ),
    "longer place": ("[York](CITY) and New York", "[York](CITY) and New York"),
    "other case": ("[Bush](PERSON) sat in a bush.", "[Bush](PERSON) sat in a bush."),
    "inside a word": ("[Ann](PERSON) liked Annual fees.", "[Ann](PERSON) liked Annual fees."),
    "inside a body": ("[Oslo](CITY) and Oslo University", "[Oslo](CITY) and Oslo University"),
    "doubtful": ("[Logic](ORG), Logic, Logic, Logic", "Logic, Logic, Logic, Logic"),
    "given name passed over": (
        "[Ida](PERSON) or Ida or Ida or Ida",
        "[Ida](PERSON) or [Ida](PERSON) or [Ida](PERSON) or [Ida](PERSON)",
    ),
    "question word": ("[Whose Gelt Board](ORG) met?", "Whose [Gelt Board](ORG) met?"),
    "family": (
        "[Ada Gelt](PERSON) of the Gelts, the gelts.",
        "[Ada Gelt](PERSON) of the [Gelts](PERSON), the gelts.",
    ),
    "pronoun": ("[US](GPE) fans: JOIN US now", "[US](GPE) fans: JOIN US now"),
    # whole
    "number": ("with [David](PERSON) I of", "with [David I](PERSON) of"),
    "byname": ("by [William](PERSON) the Lion.", "by [William the Lion](PERSON)."),
    "hyphened byname": (
        "[Richard](PERSON) the Lion-hearted left",
        "[Richard the Lion-hearted](PERSON) left",
    ),
    "given name": ("by Jean de la [Gelt](PERSON)", "by [Jean de la Gelt](PERSON)"),
    "street": ("in Rue de [Gelt](PERSON)", "in Rue de [Gelt](PERSON)"),
    "title and particle": ("Count von [Gelt](PERSON)", "Count von [Gelt](PERSON)"),
    "small words": ("[Ray Cole swam](PERSON) on", "[Ray Cole](PERSON) swam on"),
    "rest of a byname": ("[John the Lion](PERSON)-hearted", "[John the Lion-hearted](PERSON)"),
    "dangling": ("[Delta plc the](ORG) and", "[Delta plc](ORG) the and"),
    "no byname": ("[William](PERSON) the Duke", "[William](PERSON) the Duke"),
    "dotted suffix": ("[Walter Finch Jr](PERSON). had", "[Walter Finch Jr.](PERSON) had"),
    "suffix": ("[Walter Finch](PERSON) Jr. sold", "[Walter Finch Jr.](PERSON) sold"),
    "title outside": ("[King David](PERSON) I", "King [David I](PERSON)"),
    "announced": ("Pope Urban II spoke.", "Pope [Urban II](PERSON) spoke."),
    "announced in full": ("Mr. Simon Vale poured.", "Mr. [Simon Vale](PERSON) poured."),
    "island": ("Prince Edward Island votes", "Prince Edward Island votes"),
    "hospital": ("the Princess Ada Cancer Centre", "the Princess Ada Cancer Centre"),
    "number alone": ("when Ethelred II fled", "when [Ethelred II](PERSON) fled"),
    "album": ("Led Zeppelin IV and Day I tried", "Led Zeppelin IV and Day I tried"),
    "citation": ("[Ada Gelt](PERSON) (Gelt 1960)", "[Ada Gelt](PERSON) ([Gelt](PERSON) 1960)"),
    "numbered poem": ("[Ada](PERSON) wrote Ada 11", "[Ada](PERSON) wrote Ada 11"),
    "people's club": ("[Gelt](NORP) or Gelt Voice", "[Gelt](NORP) or Gelt Voice"),
    "war": ("In World War II and Class II cars", "In World War II and Class II cars"),
    "direction": ("from Northern [Gelt](GPE)", "from [Northern Gelt](GPE)"),
    "small head": ("the [Balkan](NORP) peninsula", "the [Balkan peninsula](LOC)"),
    # announced
    "named": ("a woman named Ilsewin sang", "a woman named [Ilsewin](PERSON) sang"),
    "nephew": ("with his nephew Ivo Holm there", "with his nephew [Ivo Holm](PERSON) there"),
    "leader": ("the men, led by Raimbert, left", "the men, led by [Raimbert](PERSON), left"),
    "led by a body": ("led by Gelt University now", "led by Gelt University now"),
    "conquered": ("after capturing Garvona they", "after capturing [Garvona](CITY) they"),
    "conquered by a person": ("capturing Arthur they", "capturing Arthur they"),
    "reached agreement": ("reached Council there", "reached Council there"),
    "country alone": ("The ex-Peru minister.", "The ex-[Peru](GPE) minister."),
    "country before a title": ("a Peru President sat", "a [Peru](GPE) President sat"),
    "country in a longer name": ("the Peru Review sold", "the Peru Review sold"),
    "country of persons": ("then Chad sang", "then Chad sang"),
    # peoples
    "peoples of history": (
        "The Visigoths met Byzantine troops.",
        "The [Visigoths](NORP) met [Byzantine](NORP) troops.",
    ),
    "people that a person is called after": (
        "[Norman](PERSON) castles. [Norman](PERSON) fell.",
        "[Norman](NORP) castles. [Norman](NORP) fell.",
    ),
    "person called like a people": (
        "[Norman Holm](PERSON) sang. [Norman](PERSON) art grew.",
        "[Norman Holm](PERSON) sang. [Norman](PERSON) art grew.",
    ),
    "no people": ("Then [Norman](PERSON) sang.", "Then [Norman](PERSON) sang."),
    "old language": ("in [Old Norse](PERSON) verse", "in Old [Norse](NORP) verse"),
    "people of a list": (
        "[Greek](NORP), [Lombard](PERSON), and [Arab](NORP) masons",
        "[Greek](NORP), [Lombard](NORP), and [Arab](NORP) masons",
    ),
    "people of two words": (
        "the [Saudi](NORP) [Arabian](NORP) coast",
        "the [Saudi Arabian](NORP) coast"),
    # what the words around say
    "firm called like a person": (
        "[Berg en Holm](PERSON), a postal company, sued.",
        "[Berg en Holm](ORG), a postal company, sued.",
    ),
    "friend of a firm": (
        "[Ada Gelt](PERSON), a friend of the company, sued.",
        "[Ada Gelt](PERSON), a friend of the company, sued.",
    ),
    "party in another language": (
        "the [Jamaat-e-Gelt](PERSON) won",
        "the [Jamaat-e-Gelt](ORG) won"),
    "town in a country": (
        "born in [Garvona](ORG), Peru",
        "born in [Garvona](GPE), [Peru](GPE)",
    ),
    "body in a country": ("at [Gelt University](ORG), Peru",
        "at [Gelt University](ORG), [Peru](GPE)",
    ),
    "islands": (
        "the [Carol](PERSON), [Maria](PERSON), and Gelt Islands",
        "the [Carol](LOC), [Maria](LOC), and Gelt Islands",
    ),
    "person of a place, twice no person": (
        "[Ivain of Gelt](ORG) left. Then [Ivain](ORG) sang.",
        "[Ivain of Gelt](PERSON) left. Then [Ivain](PERSON) sang.",
    ),
    "body of a place": (
        "[Bank of Gelt](ORG) grew. The [Bank](ORG) sold.",
        "[Bank of Gelt](ORG) grew. The [Bank](ORG) sold.",
    ),
    "other name of a town": (
        "[Garvona](GPE) ([Garv](ORG)) fell",
        "[Garvona](GPE) ([Garv](CITY)) fell",
    ),
    "body of a country": ("[Peru](GPE) ([Gelt](ORG)) fell", "[Peru](GPE) ([Gelt](ORG)) fell"),
    "part of the world": ("to the Far East now", "to the [Far East](LOC) now"),
    "list of towns": (
        "they lost Garvona, [Oslo](CITY), and [Bergen](CITY)",
        "they lost [Garvona](CITY), [Oslo](CITY), and [Bergen](CITY)",
    ),
    "list with a person": (
        "they met Arthur, [Oslo](CITY), and [Bergen](CITY)",
        "they met Arthur, [Oslo](CITY), and [Bergen](CITY)",
    ),
    "as far as": ("riding as far as Garvona then", "riding as far as [Garvona](CITY) then"),
    "invaded world": ("they invaded Earth then", "they invaded Earth then"),
    "two towns": (
        "at [Oslo](GPE) and [Garvona](ORG) then",
        "at [Oslo](GPE) and [Garvona](CITY) then",
    ),
    "operator": ("operated by [Telmar](PERSON) now", "operated by [Telmar](ORG) now"),
    "region": ("the [Garv](PERSON) region", "the [Garv](LOC) region"),
    "where": ("at [Garvona](PERSON) where he met", "at [Garvona](GPE) where he met"),
    "son": ("[Ivain](GPE), Odo's son, left", "[Ivain](PERSON), Odo's son, left"),
    "lady": (
        "Ms [Garvona](ORG) won. [Garvona](ORG) sang",
        "Ms [Garvona](PERSON) won. [Garvona](PERSON) sang",
    ),
    "two peoples": ("the [Gelish-Garvan](ORG) pact", "the [Gelish-Garvan](NORP) pact"),
    "compound with a particle": (
        "[France](GPE) and Île-de-France", "[France](GPE) and [Île-de-France](GPE)"
    ),
    "earl of a place": ("the Earl of [Garv](PERSON) sat", "the Earl of [Garv](GPE) sat"),
    "who believes": ("[Garvon](GPE) believed it", "[Garvon](PERSON) believed it"),
    "country that believes": ("[Peru](GPE) believed it", "[Peru](GPE) believed it"),
    "byname of no person": ("[Cnaut](ORG) the Great fell", "[Cnaut the Great](PERSON) fell"),
    "given name before a particle": (
        "there Maciot de [Gelt](PERSON) sang", "there [Maciot de Gelt](PERSON) sang",
    ),
    "mathematician": ("a mathematician Heron of old", "a mathematician [Heron](PERSON) of old"),
    "owner of a law": ("by Holm's second law", "by [Holm](PERSON)'s second law"),
    "nephew of somebody": ("Ida's nephew Ivo left", "Ida's nephew [Ivo](PERSON) left"),
    "peoples of two words": ("the [Gelt Lombards](ORG) won", "the [Gelt Lombards](NORP) won"),
    "town of a gazetteer": ("it lies in Bergenia now", "it lies in [Bergenia](GPE) now"),
    "word that is a town": ("a peace in Tranquil, a tranquil", "a peace in Tranquil, a tranquil"),
    "joined": (
        "as [Ida Gelt](PERSON) and Holmar say",
        "as [Ida Gelt](PERSON) and [Holmar](PERSON) say",
    ),
    "joined faith": (
        "[Ida Gelt](PERSON) and Hinduism grew",
        "[Ida Gelt](PERSON) and Hinduism grew",
    ),
    "personal title of a people": ("Mr [Angon](NORP) left", "Mr [Angon](PERSON) left"),
    "people and another": ("in [Norman-Arab](PERSON) art", "in [Norman-Arab](NORP) art"),
    # parted
    "language": ("in [Norman French](PERSON) verse", "in [Norman](NORP) [French](NORP) verse"),
    "parties": ("In [Holm v Gelt](PERSON) it won", "In [Holm](PERSON) v Gelt it won"),
    "form of a firm": ("[Berg Holm](PERSON) GmbH sued", "[Berg Holm GmbH](ORG) sued"),
    "state of": ("the [State of Gelt](ORG) votes", "the State of [Gelt](GPE) votes"),
    "two authors": (
        "as [Holm & Gelt](ORG) (2003) say",
        "as [Holm](PERSON) & [Gelt](PERSON) (2003) say"),
    "firm of two": ("as [Holm & Gelt](ORG) say", "as [Holm & Gelt](ORG) say"),
    "two bodies": (
        "by [Parliament and Council](ORG) now", "by [Parliament](ORG) and [Council](ORG) now",
    ),
    "body of a body": (
        "The [Guild](ORG) met: the [Guild's Peace Party](ORG)",
        "The [Guild](ORG) met: the [Guild](ORG)'s [Peace Party](ORG)",
    ),
    "date of a body": ("[Gelt Union of 7 May](ORG) 2000", "[Gelt Union](ORG) of 7 May 2000"),
    "equations": (
        "[Ada Gelt](PERSON) wrote [Gelt Equations](PERSON).",
        "[Ada Gelt](PERSON) wrote [Gelt](PERSON) Equations.",
    ),
    "noble": (
        "the [Norman noble Jean](PERSON) sang",
        "the [Norman](NORP) noble [Jean](PERSON) sang",
    ),
    # doubtful
    "principle": ("the [Holm](PERSON) exclusion principle", "the Holm exclusion principle"),
    "somebody's principle": ("[Holm](PERSON)'s principle", "[Holm](PERSON)'s principle"),
    "principle of a person of the text": (
        "[Ada Holm](PERSON) found the [Holm](PERSON) principle",
        "[Ada Holm](PERSON) found the [Holm](PERSON) principle",
    ),
    "cycle": ("an ideal [Carlot](CITY) cycle", "an ideal Carlot cycle"),
    "thesis of two": ("the [Holm](CITY)–Gelt thesis", "the Holm–Gelt thesis"),
    "theory of somebody": ("[Holm](PERSON) developed theory", "[Holm](PERSON) developed theory"),
    "ship": ("aboard the [Turvinia](PERSON), and", "aboard the Turvinia, and"),
    "families": ("with the [Holms](PERSON), and", "with the [Holms](PERSON), and"),
    "acronym of things": ("round yellow cells ([RYC](ORG))", "round yellow cells (RYC)"),
    "letters of mathematics": (
        "If P is not B, then B is not [PQR](ORG).", "If P is not B, then B is not PQR.",
    ),
    "papers": ("under the [Treaties](ORG) they", "under the Treaties they"),
    "adverb": ("[Suddenly](ORG), he sang", "Suddenly, he sang"),
    "following": ("[Following the Gelt](PERSON) War", "Following the Gelt War"),
    "mathematics": ("sets [PQR](ORG) ⊆ [STU](ORG)", "sets PQR ⊆ STU"),
    "equals": ("[PQR](ORG) = Party of Quito", "[PQR](ORG) = Party of Quito"),
    "cars": (
        "a [Toyota Carina](PERSON) of [Toyota](ORG) or [Nissan](PERSON)",
        "a [Toyota](ORG) Carina of [Toyota](ORG) or [Nissan](ORG)",
    ),
    "car taken for a body": (
        "a [Toyota Zorb](ORG) of [Toyota](ORG) or [Nissan](ORG) of [Nissan Company](ORG)",
        "a [Toyota](ORG) Zorb of [Toyota](ORG) or [Nissan](ORG) of [Nissan Company](ORG)",
    ),
    "law taken for a body": ("the [First Law of Gelt](ORG) and", "the First Law of Gelt and"),
    "standard": ("the [Gelt Exchange Standard](ORG) and", "the Gelt Exchange Standard and"),
    "work of a town": (
        "in [Oslo](CITY) the [Oslo Tapestry](ORG) hangs", "in [Oslo](CITY) the Oslo Tapestry hangs",
    ),
    "makers joined": (
        "by [Ford and Mazda](ORG) or [Nissan](ORG)", "by [Ford and Mazda](ORG) or [Nissan](ORG)",
    ),
    "court of rights": ("the [Court of Gelt Rights](ORG)", "the [Court of Gelt Rights](ORG)"),
    "body of a right": ("the [Rights Council of Gelt](ORG)", "the [Rights Council of Gelt](ORG)"),
    "one maker": ("by [Ford Madox](PERSON) then", "by [Ford Madox](PERSON) then"),
    "dukes": ("as [Dukes of Gelt](PERSON) they", "as Dukes of Gelt they"),
    "empire alone": ("the largest [Empire](CITY) ever", "the largest Empire ever"),
    "time": ("[Weeks](PERSON) later it fell", "Weeks later it fell"),
    "adjective": ("[Analogous](PERSON) rules hold", "Analogous rules hold"),
    "thesis and a verb": (
        "the [Holm](CITY)–Gelt thesis states it", "the Holm–Gelt thesis states it",
    ),
    "locomotive": ("the locomotive [Garvona](CITY) ran", "the locomotive Garvona ran"),
    "planet": ("another planet ([Garvona](CITY)) spun", "another planet (Garvona) spun"),
    "town with an article": ("in the [Garvona](GPE), and", "in the Garvona, and"),
    "country with an article": ("in the [Peru](GPE), and", "in the [Peru](GPE), and"),
    "sum": ("6 million [Lira](PERSON) went", "6 million Lira went"),
    "particle": ("in [Van](GPE) Garven v Holm", "in Van Garven v Holm"),
    # no names
    "shouted": ("JOIN [US](GPE)!", "JOIN US!"),
    "small letters": ("the [railways](ORG) of [Gelt](GPE)", "the railways of [Gelt](GPE)"),
    "a letter": ("the set [X](LOC) of [Gelt](GPE)", "the set X of [Gelt](GPE)"),
    # events and works
    "place that begins a longer name": (
        "the [Oslo](CITY) Safe Harbour Search Pact", "the Oslo Safe Harbour Search Pact",
    ),
    "longer name of a person": (
        "the [Oslo](CITY) Mayor Ada Holm Gelt", "the [Oslo](CITY) Mayor Ada Holm Gelt",
    ),
    "two words after a place": ("the [Oslo](CITY) Safe Pact", "the [Oslo](CITY) Safe Pact"),
    "another name after a place": (
        "in [Oslo](CITY) Ada Holm [Gelt Zorb](PERSON) sang",
        "in [Oslo](CITY) Ada Holm [Gelt Zorb](PERSON) sang",
    ),
    "treaty": ("The Treaty of [Rome](CITY).", "The Treaty of Rome."),
    "letter that ends a sentence": (
        "It equals [Q. Again](ORG), it grew.", "It equals Q. Again, it grew.",
    ),
    "initial": ("It was [Q. Again](PERSON) who ate.", "It was [Q. Again](PERSON) who ate."),
    "law cut off": ("the [Clean Gelt](ORG) Act passed", "the Clean Gelt Act passed"),
    "law": ("the [Clean Gelt Act](ORG) passed", "the Clean Gelt Act passed"),
    "event": ("the [First Gelt Uprising](ORG) failed", "the First Gelt Uprising failed"),
    "body and a law about it": ("the [GLT](ORG) Act passed", "the [GLT](ORG) Act passed"),
    "body for a cause": (
        "the [Veterans of the Gelt Wars](ORG) met", "the [Veterans of the Gelt Wars](ORG) met",
    ),
    "body that acts": ("the [Clean Gelt](ORG) acts", "the [Clean Gelt](ORG) acts"),
    "exhibition": ("the [Oslo](CITY) Exhibition", "the Oslo Exhibition"),
    "battle": ("the Battle of [Hastings](CITY)", "the Battle of Hastings"),
    "election": ("the 2004 [Peruvian](NORP) state election", "the 2004 Peruvian state election"),
    "an election": ("the [Peruvian](NORP) election", "the [Peruvian](NORP) election"),
    "war of a country": ("the [Vietnam](COUNTRY) War and a war", "the Vietnam War and a war"),
    "compound": ("the [Iran](COUNTRY)-[Iraq](COUNTRY) war", "the Iran-Iraq war"),
    "work": ('read "The Merchant of [Venice](CITY)" twice', 'read "The Merchant of Venice" twice'),
    "quotation": (
        'said "he left [Venice](CITY) then" once',
        'said "he left [Venice](CITY) then" once',
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("given_spans", "wanted"), MADE_CONSISTENT.values(), ids=MADE_CONSISTENT.keys()
)
def test_made_consistent(given_spans: str, wanted: str) -> None:
    text, spans = marked(given_spans)
    assert mark(text, make_consistent(text, spans, places=INDEX)) == wanted


def test_names_in_events_are_found_where_the_policy_says_so() -> None:
    text, spans = marked("The Treaty of [Rome](CITY).")
    assert make_consistent(text, spans, events="rename") == spans


class _Marked:
    """A recognizer that finds nothing but "Oslo" at a text's start."""

    fingerprint = "marked 1"

    def recognize(self, texts):  # type: ignore[no-untyped-def]
        for text in texts:
            yield (TypedSpan(0, 4, "CITY"),) if text.startswith("Oslo") else ()


def test_the_component_follows_any_recognizer_and_names_itself() -> None:
    recognizer = ConsistentRecognizer(_Marked())
    assert recognizer.fingerprint == "marked 1 + consistency 15 (events keep)"
    assert [len(spans) for spans in recognizer.recognize(["Oslo, Oslo", "none"])] == [2, 0]


_PIECES = st.sampled_from(
    ["King ", "David ", "I ", "the Lion ", "Oslo", " War", "Treaty of ", ", ", " and ", ". ",
     "New ", "İ", "e\u0301", "北京", '"', "US", "us ", "'s ", "-", "\u200b", "(WOO)"]
)  # fmt: skip


@given(
    st.lists(_PIECES, max_size=14).map("".join),
    st.lists(
        st.tuples(st.integers(0, 60), st.integers(1, 12), st.sampled_from(ENTITY_TYPES)), max_size=6
    ),
)
def test_spans_stay_whole_sorted_and_apart(text: str, bounds: list[tuple[int, int, str]]) -> None:
    spans = [
        TypedSpan(start, min(start + length, len(text)), type_)
        for start, length, type_ in bounds
        if start < len(text)
    ]
    found = make_consistent(text, spans)
    assert all(is_whole(text, span.start, span.end) for span in found)
    assert all(a.end <= b.start for a, b in pairwise(found))


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("\ufeffOs\u200blo\u200b it", "[Os\u200blo](CITY)"),
        ("Oslo\u0301 it", "[Oslo\u0301](CITY)"),
    ],
)
def test_recognizers_read_clean_texts_and_spans_speak_of_the_source(
    source: str, wanted: str
) -> None:
    class Reader:
        fingerprint = "reader 1"

        def recognize(self, texts):  # type: ignore[no-untyped-def]
            for text in texts:
                read.append(text)
                start = text.index("Osl")
                yield (TypedSpan(start, start + 4, "CITY"),)

    read: list[str] = []
    [spans] = ConsistentRecognizer(Reader()).recognize([source])
    assert wanted in mark(source, spans)
    assert "[TLE]" not in read[0]
    assert "\u200b" not in read[0]
