/** A position in the matrix. */
export interface Spot {
  readonly row: number
  readonly column: number
}

const steps: Readonly<Record<string, Spot>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

interface Board {
  readonly rows: number
  readonly columns: number
  /** Pairs that do not fit have no cell: the keys skip them. */
  readonly hasCell: (spot: Spot) => boolean
}

/** Where a key leads from a position; undefined for other keys or at the edge. */
export function spotAfter(key: string, from: Spot, board: Board): Spot | undefined {
  if (key === 'Home') return firstIn(board, from.row, 0, 1)
  if (key === 'End') return firstIn(board, from.row, board.columns - 1, -1)
  const step = steps[key]
  if (!step) return undefined
  let spot = moved(from, step)
  while (isInside(spot, board)) {
    if (board.hasCell(spot)) return spot
    spot = moved(spot, step)
  }
  return undefined
}

/** The first cell of all: where the focus enters. */
export function firstSpot(board: Board): Spot | undefined {
  for (let row = 0; row < board.rows; row += 1) {
    const spot = firstIn(board, row, 0, 1)
    if (spot) return spot
  }
  return undefined
}

function firstIn(board: Board, row: number, from: number, step: number): Spot | undefined {
  for (let column = from; column >= 0 && column < board.columns; column += step) {
    if (board.hasCell({ row, column })) return { row, column }
  }
  return undefined
}

const moved = (spot: Spot, step: Spot): Spot => ({
  row: spot.row + step.row,
  column: spot.column + step.column,
})

const isInside = ({ row, column }: Spot, { rows, columns }: Board) =>
  row >= 0 && row < rows && column >= 0 && column < columns
