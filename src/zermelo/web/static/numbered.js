// How moves are numbered: by plies, or, where a game says so, by moves, of which each player makes one: 1. e4 e5 2. Nf3.

/**
 * What stands before a move in a list; nothing before one that shares the number of the move it stands behind.
 * @param {{ number: number, player: number }} move
 * @param {number} ply  which of the plies it is, from 1
 * @param {boolean} apart  whether it stands alone, or first
 */
export function numberOf({ number, player }, ply, apart) {
  if (!number) return `${ply}.`;
  if (player === 0) return `${number}.`;
  return apart ? `${number}...` : "";
}

/**
 * A move that stands alone, with its number.
 * @param {{ number: number, player: number }} move
 * @param {number} ply
 * @param {string} name
 */
export function numbered(move, ply, name) {
  return `${numberOf(move, ply, true)} ${name}`;
}
