// A board in a notebook. `Board` is the one of the studio and comes before; Python holds the game, this shows it and says what is chosen.

function render({ model, el }) {
  const words = model.get("words");
  const element = (name, kind, text = "") => {
    const made = el.ownerDocument.createElement(name);
    made.className = kind;
    made.textContent = text;
    return made;
  };
  const button = (text, message) => {
    const made = element("button", "tool", text);
    made.type = "button";
    made.addEventListener("click", () => model.send(message));
    return made;
  };

  const root = element("div", "zermelo"), place = element("div", "place"), tools = element("div", "tools"), told = element("p", "told");
  const news = element("p", "news"), error = element("p", "error"), played = element("details", "played"), moves = element("ol", "moves");
  const undo = button(words.undo, { undo: true }), again = button(words.again, { new: true });
  news.setAttribute("role", "status");
  error.setAttribute("role", "alert");
  tools.append(undo, again);
  played.append(element("summary", "", words.moves), moves);
  root.append(news, told, error, place, tools, played);
  el.append(root);
  const board = new Board(place, (action) => model.send({ action: action.action }), words);

  let seen = false; // the board measures its squares, so it is drawn when it can be seen
  const show = () => {
    if (!seen) return;
    const view = model.get("view");
    board.show(view.board, view.legal);
    news.textContent = view.news;
    told.textContent = view.board.news;
    error.textContent = view.error;
    error.hidden = !view.error;
    undo.disabled = view.thinking || !view.moves.length;
    again.disabled = view.thinking;
    moves.replaceChildren(...view.moves.map((name) => element("li", "", name)));
    root.dataset.over = view.over;
    root.setAttribute("aria-busy", view.thinking);
  };
  // Keys that mean something to the board mean nothing to the notebook round it.
  place.addEventListener("keydown", (event) => {
    if (event.key.startsWith("Arrow") || ["Enter", " ", "Escape"].includes(event.key)) event.stopPropagation();
  });
  const watcher = new ResizeObserver(() => {
    const before = seen;
    seen = root.clientWidth > 0;
    if (seen && !before) show();
  });
  watcher.observe(root);
  model.on("change:view", show);
  return () => {
    watcher.disconnect();
    model.off("change:view", show);
  };
}

export default { render };
