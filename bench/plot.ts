import { isMet, type Measured, type Result, shown, wanted } from './result.ts'

/** What one run of the bench, or several, have left. */
export interface BenchDocument {
  readonly at: string
  readonly machine: { processor: string; cores: number; memoryGiB: number; node: string }
  readonly results: readonly Measured[]
}

const rowHeight = 26
const labels = 350
const bars = 330
const width = labels + bars + 170
const top = 64

/**
 * Each ratio against its target, as an SVG without scripts. A full bar is the target; where less is
 * better the ratio is inverted, so longer is always better. Colors follow the reader's theme.
 */
export function plotOf({ at, machine, results }: BenchDocument): string {
  const shownResults = results.filter(hasAim)
  const height = top + shownResults.length * rowHeight + 40
  const aimAt = labels + bars / 2
  const rows = shownResults.map((result, index) => rowOf(result, top + index * rowHeight))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
<title id="title">Ratios of npm run bench and their aims</title>
<style>
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .small { font-size: 11px; fill: #59636e }
  .ground { fill: #ffffff } .track { fill: #eaeef2 } .met { fill: #1a7f37 } .missed { fill: #bc4c00 } .aim { stroke: #1f2328 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .small { fill: #9198a1 }
    .ground { fill: #0d1117 } .track { fill: #262c36 } .met { fill: #3fb950 } .missed { fill: #f0883e } .aim { stroke: #e6edf3 }
  }
</style>
<rect class="ground" width="${width}" height="${height}"/>
<text x="16" y="26">Ratios to the same machine without us, and their aims</text>
<text class="small" x="16" y="44">Longer is better; the line is the aim. ${escaped(`${at.slice(0, 10)}, ${machine.processor}, ${machine.cores} cores, ${machine.node}`)}</text>
${rows.join('\n')}
<line class="aim" x1="${aimAt}" x2="${aimAt}" y1="${top - 6}" y2="${height - 34}"/>
<text class="small" x="${aimAt}" y="${height - 16}" text-anchor="middle">aim</text>
</svg>
`
}

type Aimed = Result & { readonly aim: NonNullable<Result['aim']> }

const hasAim = (result: Measured): result is Aimed => 'comparison' in result && 'aim' in result

function rowOf({ name, aim, comparison: { ratio } }: Aimed, y: number): string {
  // 1 is the target, 2 the end of the track.
  const reached = aim.atLeast === undefined ? (aim.atMost ?? 1) / ratio : ratio / aim.atLeast
  const length = Math.round((Math.min(Math.max(reached, 0), 2) / 2) * bars)
  const kind = isMet(aim, ratio) ? 'met' : 'missed'
  return `<text x="16" y="${y + 14}">${escaped(name)}</text>
<rect class="track" x="${labels}" y="${y + 2}" width="${bars}" height="16" rx="2"/>
<rect class="${kind}" x="${labels}" y="${y + 2}" width="${length}" height="16" rx="2"/>
<text x="${labels + bars + 12}" y="${y + 14}">${shown(ratio)} <tspan class="small">${wanted(aim)}, ${kind}</tspan></text>`
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
