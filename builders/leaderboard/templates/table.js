"use strict";
(() => {
  const table = document.querySelector("table");
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const filters = document.querySelector(".filters");
  const selects = [...filters.querySelectorAll("select")];
  const count = filters.querySelector(".count");

  const value = (row, at, kind) => {
    const cell = row.cells[at];
    if (kind !== "number") return cell.textContent.trim();
    return cell.dataset.value === "" ? null : Number(cell.dataset.value);
  };

  const compare = (a, b, kind) =>
    kind === "number" ? a - b : a.localeCompare(b, "en", { numeric: true });

  const sort = (head, at) => {
    const kind = head.dataset.kind;
    const falling = head.getAttribute("aria-sort") === "ascending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", falling ? "descending" : "ascending");
    const keyed = rows.map((row) => [value(row, at, kind), row]);
    keyed.sort(([a], [b]) => {
      if (a === null || b === null) return (a === null) - (b === null);
      return falling ? compare(b, a, kind) : compare(a, b, kind);
    });
    body.append(...keyed.map(([, row]) => row));
  };

  for (const [at, head] of [...table.tHead.rows[0].cells].entries()) {
    if (!head.dataset.kind) continue;
    const label = head.querySelector(".label");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label.textContent;
    label.replaceWith(button);
    button.addEventListener("click", () => sort(head, at));
  }

  const filter = () => {
    let shown = 0;
    for (const row of rows) {
      row.hidden = !selects.every((each) => !each.value || row.dataset[each.dataset.filter] === each.value);
      shown += !row.hidden;
    }
    count.textContent = `${shown} of ${rows.length} rows`;
  };

  filters.hidden = false;
  filters.addEventListener("submit", (event) => event.preventDefault());
  filters.addEventListener("change", filter);
  filter();
})();
