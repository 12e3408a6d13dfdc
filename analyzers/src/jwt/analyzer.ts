import { detect } from '@assay/contract/detect'
import { type Artifact, artifact, defineAnalyzer, fail, finding, taxonomy } from '../kit/index.ts'
import { algorithmOf, decodeToken, type Token } from './decode.ts'
import { jwtDescription } from './description.ts'
import { dateOf, examine, isMoment } from './examine.ts'

export const analyzer = defineAnalyzer({
  ...jwtDescription,
  async run({ dataType, data }) {
    const token = decodeToken(data)
    if (!token) {
      if (dataType === 'jwt') fail('Not a JSON Web Token (three base64url parts that contain JSON)')
      return { taxonomies: [], full: { isToken: false } }
    }
    if (token === 'encrypted')
      return {
        taxonomies: [],
        namespace: 'JWT',
        findings: [finding('jwt.encrypted')],
        full: { isToken: true, isEncrypted: true },
      }
    return {
      taxonomies: [taxonomy('info', 'JWT', 'Algorithm', algorithmOf(token).slice(0, 20) || 'none')],
      findings: examine(token, Date.now() / 1_000),
      full: {
        isToken: true,
        isEncrypted: false,
        header: token.header,
        claims: token.claims,
        moments: momentsOf(token),
      },
      artifacts: artifactsOf(token),
    }
  },
})

const momentsOf = ({ claims }: Token) =>
  Object.fromEntries(
    ['iat', 'nbf', 'exp', 'auth_time'].flatMap((name) => {
      const value = claims[name]
      return isMoment(value) ? [[name, dateOf(value)]] : []
    }),
  )

const wanted = new Set(['url', 'domain', 'fqdn', 'mail', 'ip'])
const maxArtifacts = 100

/** URLs in claims and header: issuer, audience, location of the key. */
function artifactsOf({ header, claims }: Token): Artifact[] {
  const texts = [...Object.entries(header), ...Object.entries(claims)].flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((item): item is string => typeof item === 'string' && item.length <= 2_048)
      .map((item) => [name, item] as const),
  )
  return texts.slice(0, maxArtifacts).flatMap(([name, text]) => {
    const { dataType, value } = detect(text)
    return wanted.has(dataType) ? [artifact(dataType, value, { message: `claim ${name}` })] : []
  })
}
