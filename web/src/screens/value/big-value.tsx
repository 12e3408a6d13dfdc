import { visibleText } from '../../base/model/defang.ts'
import { reading } from '../report/facts/reading.ts'
import { lookAlikesIn } from './look-alikes.ts'

interface BigValueProps {
  /** Harmless. */
  shown: string
  data: string | undefined
  /** What the analyzer of domains found, if it was asked. */
  domain: unknown
}

/** The value itself; look-alike characters are underlined. */
export function BigValue({ shown, data, domain }: BigValueProps) {
  const report = reading(domain)
  const brand = reading(report.record('resemblance')).text('brand') ?? ''
  const foreign = report
    .records('lookAlikeLetters')
    .flatMap((one) => reading(one).text('letter') ?? [])
  const odd = data === undefined ? new Set<number>() : lookAlikesIn(data, brand, foreign)
  if (odd.size === 0 || data === undefined) return <span className="value-big">{shown}</span>
  return (
    <span className="value-big">
      {[...data].map((sign, at) => {
        const drawn = sign === '.' ? '[.]' : visibleText(sign)
        return odd.has(at) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: letters have no other identity than their place
          <em key={at} className="value-odd">
            {drawn}
          </em>
        ) : (
          drawn
        )
      })}
    </span>
  )
}
