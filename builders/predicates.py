"""Words that go on after a name that is the subject of its sentence."""

from __future__ import annotations

from typing import Final

# Add a form of a verb, or an adverb, that follows a name that is the subject of its sentence and
# does not follow a noun's modifier: "Rose smelled" and "Rose had", but "Rose bushes". Past forms
# in -ed need no entry.
_PREDICATES: Final[frozenset[str]] = frozenset({
    "is", "was", "has", "had", "did", "does", "could", "would", "should", "might", "must",
    "cannot", "also", "then", "never", "always", "later", "once", "soon", "still", "now", "only",
    "already", "ever", "twice", "seldom", "instead", "therefore", "however", "thereafter",
    "often", "first", "both", "alone", "too", "again", "who", "whose", "himself",
    "herself", "itself", "not", "became", "began", "bent", "bit", "bled", "blew", "bore", "bought",
    "bound", "bred", "broke", "brought", "built", "burnt", "came", "caught", "chose", "clung",
    "crept", "cut", "dealt", "dug", "drank", "drew", "drove", "ate", "fed", "fell", "felt", "fled",
    "flew", "forbade", "forgave", "forgot", "fought", "found", "froze", "gave", "got", "grew",
    "heard", "held", "hid", "hit", "hung", "kept", "knelt", "knew", "laid", "lay", "led", "left",
    "lent", "let", "lit", "lost", "made", "meant", "met", "paid", "put", "quit", "ran", "rang",
    "read", "rode", "rose", "said", "sang", "sank", "sat", "saw", "sent", "set", "shone", "shook",
    "shot", "shut", "slept", "slid", "sold", "sought", "spent", "spoke", "sprang", "spread",
    "stole", "stood", "stuck", "struck", "strove", "swam", "swept", "swore", "swung", "taught",
    "thought", "threw", "told", "took", "tore", "understood", "went", "wept", "withdrew", "woke",
    "won", "wore", "wound", "wrote", "arose", "awoke",
    "bade", "beat", "befell", "beheld", "foresaw", "mistook", "outran", "overcame", "oversaw",
    "overtook", "overthrew", "rebuilt", "retook", "rewrote", "shrank", "slew", "slung", "spat",
    "sped", "spun", "stank", "strode", "stung", "undertook", "undid", "upheld", "withheld",
    "withstood", "says", "makes", "takes", "gives", "goes", "comes", "leaves",
    "lives", "loves", "likes", "wants", "knows", "works", "plays", "sings", "wins", "loses",
    "writes", "speaks", "stands", "sits", "lies", "holds", "keeps", "finds", "becomes", "begins",
    "grows", "sells", "buys", "leads", "meets", "runs", "rules", "borders", "exports", "imports",
    "produces", "consists", "contains", "covers", "belongs", "joins", "hosts", "uses", "needs",
    "owns", "seems", "appears", "remains", "trades", "teaches", "studies", "believes", "thinks",
    "argues", "claims", "plans", "hopes", "helps", "beats", "attacks", "invades", "signs", "eats",
    "drinks", "gets", "sends", "brings", "seeks", "asks", "tells", "builds", "sees", "hears",
    "flows", "empties", "celebrates", "depends", "exists", "suffers", "provides", "receives",
    "refuses", "accepts", "agrees", "allows", "serves", "includes", "occupies", "possesses",
})  # fmt: skip
# Add a word in -ly that is no adverb.
_NO_ADVERBS: Final = frozenset({
    "ally", "anomaly", "assembly", "belly", "bodily", "bully", "butterfly", "costly", "curly",
    "daily", "deadly", "early", "elderly", "family", "fly", "folly", "friendly", "gully", "hilly",
    "holly", "holy", "jelly", "jolly", "july", "lily", "lively", "lonely", "lovely", "lowly",
    "melancholy", "monopoly", "monthly", "oily", "orderly", "quarterly", "rally", "scholarly",
    "silly", "supply", "ugly", "weekly", "woolly", "yearly",
})  # fmt: skip
_NO_PAST: Final = frozenset({"red", "bed", "seed", "weed", "feed", "shed", "sled", "breed"})


def is_predicate(word: str) -> bool:
    """Return whether a folded word goes on after a subject, rather than after a modifier."""
    if word in _PREDICATES or (word.endswith("ly") and word not in _NO_ADVERBS):
        return True
    return len(word) > 3 and word.endswith("ed") and word not in _NO_PAST
