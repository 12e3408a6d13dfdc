/**
 * Renders the part of Helm's language that our chart uses: values by path, `quote`, `default`, `toJson`,
 * `if`, `if not`, `range` with and without names, and trimming. Whatever else a template says is an error.
 */
export interface Scope {
  readonly [name: string]: unknown
}

const action = /[ \t]*\{\{-\s*(.*?)\s*\}\}|\{\{\s*(.*?)\s*\}\}/g

interface Part {
  readonly text?: string
  readonly expression?: string
}

export function renderTemplate(template: string, scope: Scope): string {
  const parts: Part[] = []
  let from = 0
  for (const match of template.matchAll(action)) {
    const isTrimmed = match[1] !== undefined
    const before = template.slice(from, match.index)
    parts.push({ text: isTrimmed ? before.replace(/\n$/, '') : before })
    parts.push({ expression: match[1] ?? match[2] ?? '' })
    from = match.index + match[0].length
  }
  parts.push({ text: template.slice(from) })
  const { text, rest } = renderUntilEnd(parts, scope, false)
  if (rest.length > 0) throw new Error('an end without a beginning')
  return text
}

function renderUntilEnd(parts: readonly Part[], scope: Scope, isInside: boolean) {
  let text = ''
  let rest = parts
  while (rest.length > 0) {
    const [part = {}, ...others] = rest
    rest = others
    if (part.text !== undefined) text += part.text
    else if (part.expression === 'end') {
      if (isInside) return { text, rest }
      throw new Error('an end without a beginning')
    } else {
      const block = /^(if|range)\s+(.*)$/.exec(part.expression ?? '')
      if (!block) text += show(evaluate(part.expression ?? '', scope))
      else {
        const scopes = block[1] === 'if' ? ifScopes(block[2], scope) : rangeScopes(block[2], scope)
        // Rendered once more for its end, where it is not shown at all.
        const skipped = renderUntilEnd(rest, scopes[0] ?? withAnything(scope), true)
        text += scopes.map((inner) => renderUntilEnd(rest, inner, true).text).join('')
        rest = skipped.rest
      }
    }
  }
  if (isInside) throw new Error('a beginning without an end')
  return { text, rest }
}

/** For a body that is skipped: its names need not exist. */
const withAnything = (scope: Scope): Scope => ({ ...scope, '.': '', $name: '', $value: '' })

function ifScopes(condition = '', scope: Scope): Scope[] {
  const negated = /^not\s+(.*)$/.exec(condition)
  const value = Boolean(evaluate(negated?.[1] ?? condition, scope))
  return value !== (negated !== null) ? [scope] : []
}

function rangeScopes(expression = '', scope: Scope): Scope[] {
  const named = /^(\$\w+),\s*(\$\w+)\s*:=\s*(.*)$/.exec(expression)
  const value = evaluate(named?.[3] ?? expression, scope)
  return Object.entries((value ?? {}) as object).map(([key, item]) =>
    named ? { ...scope, [named[1] ?? '']: key, [named[2] ?? '']: item } : { ...scope, '.': item },
  )
}

function evaluate(expression: string, scope: Scope): unknown {
  const [first = '', ...filters] = expression.split('|').map((part) => part.trim())
  return filters.reduce(
    (value: unknown, filter) => {
      const [name, argument] = filter.split(/\s+/)
      if (name === 'quote') return JSON.stringify(String(value ?? ''))
      if (name === 'toJson') return JSON.stringify(value)
      if (name === 'default' && argument !== undefined)
        return value === '' || value === undefined ? lookUp(argument, scope) : value
      throw new Error(`unknown filter: ${filter}`)
    },
    lookUp(first, scope),
  )
}

function lookUp(path: string, scope: Scope): unknown {
  if (path === '.' || path.startsWith('$')) {
    if (!(path in scope)) throw new Error(`unknown name: ${path}`)
    return scope[path]
  }
  if (!/^(\.\w+)+$/.test(path)) throw new Error(`not understood: ${path}`)
  return path
    .slice(1)
    .split('.')
    .reduce<unknown>((group, name) => {
      if (typeof group !== 'object' || group === null || !(name in group))
        throw new Error(`no value ${path}`)
      return (group as Scope)[name]
    }, scope)
}

const show = (value: unknown) =>
  typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')
