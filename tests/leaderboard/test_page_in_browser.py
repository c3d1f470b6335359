"""The page in a real browser: sorting, filters, no request, no error, contrast and landmarks.

`make test-page` runs these where there is a Chromium.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from board_samples import sample_results

from builders.leaderboard.publish import write_site
from builders.leaderboard.submissions import read_board, read_submissions

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium"),
]

SCREENS = {"wide": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("browser")
    results = sample_results(folder / "results")
    write_site(read_board(results), read_submissions(results), folder / "site")
    return folder / "site"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Watched:
    """A page, with what it asked for and complained of."""

    def __init__(self, browser: Any, **options: Any) -> None:
        self.page = browser.new_context(**options).new_page()
        self.asked: list[str] = []
        self.said: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))

    def open(self, path: Path) -> Any:
        self.page.goto(path.as_uri())
        return self.page


@pytest.fixture
def watched(browser: Any) -> Iterator[Watched]:
    watched = Watched(browser, viewport=SCREENS["wide"])
    yield watched
    watched.page.context.close()


def column(page: Any, at: int) -> list[str]:
    return [row.locator("th, td").nth(at).inner_text().split("\n")[0]
            for row in page.locator("tbody tr:visible").all()]  # fmt: skip


def test_columns_are_sorted_by_click_and_by_keyboard(site: Path, watched: Watched) -> None:
    page = watched.open(site / "index.html")
    head = page.locator("thead th", has_text="Drop")
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "ascending"
    drops = [float(text) for text in column(page, 7)]
    assert drops == sorted(drops)
    head.get_by_role("button").focus()
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "descending"
    assert column(page, 7) == [f"{drop:.1f}" for drop in sorted(drops, reverse=True)]
    page.locator("thead th", has_text="Model").get_by_role("button").focus()
    page.keyboard.press("Space")
    assert head.get_attribute("aria-sort") is None
    names = column(page, 0)
    assert names == sorted(names, key=str.lower)
    page.locator("thead th", has_text="Rank").get_by_role("button").click()
    assert column(page, 1)[-4:] == ["–"] * 4


def test_filters_narrow_the_table_together(site: Path, watched: Watched) -> None:
    page = watched.open(site / "index.html")
    assert page.get_by_role("status").inner_text() == "16 of 16 rows"
    page.get_by_label("Dataset").select_option("SQuAD")
    page.get_by_label("Type").select_option("PER")
    page.get_by_label("Perturbation").select_option("French")
    assert page.get_by_role("status").inner_text() == "4 of 16 rows"
    assert set(column(page, 4)) == {"French"}
    page.get_by_label("Type").select_option("GPE")
    assert column(page, 4) == []
    page.get_by_label("Type").select_option("")
    page.get_by_label("Perturbation").select_option("")
    assert page.get_by_role("status").inner_text() == "12 of 16 rows"


def test_a_page_asks_for_itself_alone_and_complains_of_nothing(
    site: Path, watched: Watched
) -> None:
    page = watched.open(site / "index.html")
    page.get_by_role("link", name="twin").first.click()
    page.wait_for_load_state()
    assert page.locator("h1").inner_text() == "twin"
    page.get_by_role("link", name="Renamed SQuAD").click()
    page.wait_for_load_state()
    index = (site / "index.html").as_uri()
    asked = [url for url in watched.asked if not url.startswith("data:")]
    assert asked == [index, (site / "models" / "twin.html").as_uri(), index]
    assert watched.said == []


def test_without_scripts_the_table_is_there(site: Path, browser: Any) -> None:
    watched = Watched(browser, java_script_enabled=False)
    page = watched.open(site / "index.html")
    assert page.locator("tbody tr").count() == 16
    assert not page.locator(".filters").is_visible()
    assert page.locator("thead button").count() == 0
    watched.page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", ["index.html", "models/biased.html"])
def test_it_is_accessible(site: Path, browser: Any, scheme: str, screen: str, name: str) -> None:
    # The page's own policy lets no other script in.
    watched = Watched(browser, viewport=SCREENS[screen], color_scheme=scheme, bypass_csp=True)
    page = watched.open(site / name)
    found = axe.Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    checked = {rule["id"] for rule in found.response["passes"]}
    assert {"color-contrast", "landmark-one-main", "region", "page-has-heading-one"} <= checked
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= SCREENS[screen]["width"], "the page itself scrolls sideways"
    if folder := os.environ.get("RENAMER_SCREENSHOTS"):
        label = f"{name.rpartition('/')[2].removesuffix('.html')}-{screen}-{scheme}.png"
        page.screenshot(path=str(Path(folder) / label), full_page=True)
    watched.page.context.close()


def test_paper_has_no_controls_and_every_column(site: Path, browser: Any) -> None:
    watched = Watched(browser, viewport={"width": 1040, "height": 700})
    page = watched.open(site / "index.html")
    page.emulate_media(media="print")
    assert not page.locator(".filters").is_visible()
    assert page.locator("thead th").last.bounding_box()["x"] < 1040
    if folder := os.environ.get("RENAMER_SCREENSHOTS"):
        page.pdf(path=str(Path(folder) / "print.pdf"), prefer_css_page_size=True)
    watched.page.context.close()
