// Contains the client script that renders files when they are opened, long ones piece by piece.

/** In a report every piece is in the page's data. */
export const piecesFromDataScript = `
/** The first piece of a file, and a button for each of the others. */
function layOut(file) {
  const body = file.querySelector(".body");
  if (body.childElementCount > 0) return;
  const pieces = data.files[Number(file.dataset.i)].b;
  body.append(element(pieces[0][1]));
  pieces.slice(1).forEach(([label], at) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "more";
    button.dataset.piece = at + 1;
    button.textContent = label;
    body.append(button);
  });
  showCards(body);
}

function layOutPiece(file, at) {
  const button = file.querySelector('.more[data-piece="' + at + '"]');
  if (!button) return;
  const piece = element(data.files[Number(file.dataset.i)].b[at][1]);
  showCards(piece);
  const first = piece.firstElementChild;
  button.replaceWith(piece);
  return first;
}

/** What a fold hides need not stay laid out; pieces that came with the page have no other copy. */
function folded(file) {
  if (data.files[Number(file.dataset.i)].b[0].length > 1) file.querySelector(".body").replaceChildren();
}

const unfolded = layOut;
`;

export const renderPiecesScript = `
filesBox?.addEventListener("toggle", ({ target }) => {
  if (!target.matches(".file")) return;
  if (target.open) unfolded(target);
  else folded(target);
}, true);

filesBox?.addEventListener("click", async (event) => {
  const button = event.target.closest(".more");
  if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const first = await layOutPiece(button.closest(".file"), Number(button.dataset.piece));
  if (first) { first.tabIndex = -1; first.focus({ preventScroll: true }); }
});

filesBox?.addEventListener("click", ({ target }) => {
  const fold = target.closest(".fold");
  if (!fold) return;
  const rows = fold.nextElementSibling;
  rows.classList.add("shown");
  fold.remove();
  rows.tabIndex = -1;
  rows.focus({ preventScroll: true });
});

$("more-files")?.addEventListener("click", () => { room.files += step.files; apply(); });
$("more-findings")?.addEventListener("click", () => { room.findings += step.findings; apply(); });
`;
