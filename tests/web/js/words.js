// Stands in for the page from which modules read their words: a word is its own name, with the places of its facts.

/** @type {Record<string, string>} */
const words = {
  lang: "en",
  decimal: ".",
  compiling: "compiling",
  cut_short: "cut short",
  depth_own: "as deep as fits",
  endless: "endless",
  estimate: "estimate",
  found: "{value} at {depth}: {line}",
  found_by_trying: "{value} after {nodes}: {line}",
  found_known: "{value} known: {line}",
  incomplete: "incomplete",
  not_a_game: "not a game",
  not_run: "not run",
  proved: "proved",
  step_beyond: "beyond {move}",
  step_end: "end {move} {found}",
  step_last: "over {move}",
  step_line: "line {ply} {move}",
  step_start: "start {value}",
  thinking: "thinking",
  unreachable: "unreachable",
};

Object.assign(globalThis, { document: { querySelector: () => ({ textContent: JSON.stringify(words) }) } });
