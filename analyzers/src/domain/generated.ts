/** The pairs of letters that make up three quarters of English text, and of related languages. */
const commonPairs = new Set(
  (
    'th he in er an re nd at on nt ha es st en ed to it ou ea hi is or ti as te et ng of al de se le sa si ar ve ' +
    'ra ld ur ro ri io ic ne me li co ma ta om el ch la ho di ca no ec ce ll us be ll ac us ut il il na ee pe ss ' +
    'so po tr ai wi fo mo lo do sh pl pr ad ow ag ge ke ck ie ei un ul am im em op ap ol ir ot os ay we wa bo ba ' +
    'bl br cr dr fr gr cl fl gl sp sc sk sm sn su te tu ty ry ly ny ey pa pi pu vi va vo da du ga go gi ju ja jo ki ' +
    'ka ko ku lu mi mu mp nk nc ns rs rt rn rm rd rk ts tt ff pp oo oa oc od og ok ob av ev iv id ig ib ip if ex ' +
    'ew aw ct ft xp qu zo za ze hu ue ui ua by my up ub ud ug uc ke ye yo yn ys eb ef eg ep ep eo bi bu fa fe fi ' +
    'fu ci cu gu ho oi rl rc rv rg lt lf lk lm ls lv ms mm nn nl nf nv dd dl ds gs gn gh kn ks ps pt ht ws wn wh wo'
  ).split(' '),
)

export interface Generated {
  /** 0 to 100: how much the name looks like the work of a program. */
  readonly score: number
  readonly reasons: readonly string[]
}

export const generatedThreshold = 60

/**
 * Malware computes names to meet its masters under (DGA). Those are long, without vowels or words, or
 * hexadecimal. Names made of whole words by a program cannot be told from others, and short ones not
 * from abbreviations: below eight letters there is no score.
 */
export function generatedScore(label: string): Generated {
  const text = label.toLowerCase()
  if (text.length < 8 || !/^[a-z0-9-]+$/.test(text)) return { score: 0, reasons: [] }
  const found = rules.flatMap((rule) => rule(text) ?? [])
  return {
    score: Math.min(
      100,
      found.reduce((sum, { points }) => sum + points, 0),
    ),
    reasons: found.map(({ reason }) => reason),
  }
}

type Rule = (text: string) => { points: number; reason: string } | undefined

const percent = (part: number) => `${Math.round(part * 100)} %`

const rarePairs: Rule = (text) => {
  const pairs = text
    .split(/[^a-z]+/)
    .flatMap((word) => [...word].slice(1).map((letter, at) => (word[at] ?? '') + letter))
  if (pairs.length < 5) return undefined
  const common = pairs.filter((pair) => commonPairs.has(pair)).length / pairs.length
  if (common > 0.62) return undefined
  const points = common > 0.5 ? 25 : common > 0.4 ? 45 : 60
  return { points, reason: `only ${percent(common)} of its letter pairs are usual in words` }
}

const fewVowels: Rule = (text) => {
  const letters = text.replace(/[^a-z]/g, '')
  if (letters.length < 8) return undefined
  const vowels = letters.replace(/[^aeiouy]/g, '').length / letters.length
  return vowels < 0.2
    ? { points: 25, reason: `${percent(vowels)} of its letters are vowels` }
    : undefined
}

const consonantRun: Rule = (text) => {
  const longest = Math.max(...text.split(/[^bcdfghjklmnpqrstvwxz]+/).map((run) => run.length))
  return longest >= 5
    ? { points: longest >= 7 ? 30 : 15, reason: `${longest} consonants in a row` }
    : undefined
}

/** `web2print` changes twice; a random mixture changes all the time. */
const mixedDigits: Rule = (text) => {
  let changes = 0
  for (let at = 1; at < text.length; at += 1)
    if (/\d/.test(text[at] ?? '') !== /\d/.test(text[at - 1] ?? '')) changes += 1
  return changes >= 4
    ? {
        points: changes >= 7 ? 60 : 35,
        reason: `letters and digits change places ${changes} times`,
      }
    : undefined
}

const hexadecimal: Rule = (text) =>
  text.length >= 12 && /^[0-9a-f]+$/.test(text) && /\d/.test(text) && /[a-f]/.test(text)
    ? { points: 60, reason: 'it is a long hexadecimal number' }
    : undefined

const length: Rule = (text) =>
  text.length >= 20 && !text.includes('-')
    ? { points: 10, reason: `${text.length} letters without a break` }
    : undefined

const rules: readonly Rule[] = [
  rarePairs,
  fewVowels,
  consonantRun,
  mixedDigits,
  hexadecimal,
  length,
]
