import { type AnyEndpoint, contract, inOrder } from '@assay/contract'
import type { FastifyInstance } from 'fastify'

interface SchemaShape {
  type?: string
  enum?: string[]
  anyOf?: SchemaShape[]
  items?: SchemaShape
  format?: string
  title?: string
  description?: string
  properties?: Record<string, SchemaShape>
  required?: string[]
  default?: unknown
}

/**
 * The API as one page for people: no script, no external request, printable. Rendered from the
 * contract, like the OpenAPI document.
 */
export function apiPage(app: FastifyInstance): void {
  let page: string | undefined
  app.get('/api/docs', (_request, reply) => {
    page ??= renderPage()
    return reply.type('text/html; charset=utf-8').send(page)
  })
  app.get('/api/docs/style.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(style),
  )
}

function renderPage(): string {
  const groups = Map.groupBy(inOrder(contract), ([, endpoint]) => endpoint.resource)
  const index = [...groups].map(
    ([resource, calls]) =>
      `<li><a href="#${resource}">${resource}</a> <small>${calls.length}</small></li>`,
  )
  const sections = [...groups].map(
    ([resource, calls]) =>
      `<section id="${resource}"><h2>${resource}</h2>${calls.map(renderCall).join('')}</section>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Assay API</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<link rel="stylesheet" href="/api/docs/style.css">
</head>
<body>
<header>
<h1>Assay API</h1>
<p>Input may be sent as query string, URL-encoded form, multi-part (<code>_json</code> and files) or
JSON body, interchangeably; the query string wins over the body. Sign in with
<code>Authorization: Bearer &lt;API key&gt;</code>, or with the session cookie of
<code>POST /api/login</code> and the header <code>X-CORTEX-XSRF-TOKEN</code>. Errors are
<code>{"type", "message"}</code>. For programs: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<nav aria-label="Resources"><ul>${index.join('')}</ul></nav>
</header>
<main>${sections.join('')}</main>
</body>
</html>`
}

function renderCall([name, endpoint]: [string, AnyEndpoint]): string {
  const path = escapeHtml(endpoint.path).replace(/:(\w+)/g, '<em>{$1}</em>')
  return `<article id="${name}">
<h3><span class="method ${endpoint.method.toLowerCase()}">${endpoint.method}</span> <code>${path}</code></h3>
<p>${escapeHtml(endpoint.summary)}. <span class="roles">${accessOf(endpoint)}</span></p>
${renderFields('Input', endpoint.input)}
${renderOutput(endpoint)}
</article>`
}

const accessOf = ({ roles }: AnyEndpoint) =>
  roles === 'public'
    ? 'No authentication'
    : roles === 'any'
      ? 'Any signed-in user'
      : roles.join(', ')

function renderFields(caption: string, schema: SchemaShape): string {
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const mark = schema.required?.includes(name) ? '' : ' <small>optional</small>'
    const text = escapeHtml(field.description ?? '')
    return `<tr><th scope="row"><code>${name}</code>${mark}</th><td>${kindOf(field)}</td><td>${text}</td></tr>`
  })
  return rows.length === 0
    ? ''
    : `<table><caption>${caption}</caption><tbody>${rows.join('')}</tbody></table>`
}

function renderOutput(endpoint: AnyEndpoint): string {
  if (endpoint.answer === 'empty') return `<p>Returns ${endpoint.status} without a body.</p>`
  if (endpoint.answer === 'file') return `<p>Returns ${endpoint.status} with the file content.</p>`
  if (endpoint.answer === 'events') return '<p>Returns server-sent events.</p>'
  if (endpoint.answer === 'text') return `<p>Returns ${endpoint.status} as plain text.</p>`
  const list = endpoint.answer === 'list' ? ', a list with its total in <code>X-Total</code>' : ''
  return `<details><summary>Returns ${endpoint.status}${list}</summary>${renderFields('Output', endpoint.output)}</details>`
}

function kindOf(schema: SchemaShape): string {
  if (schema.enum) return schema.enum.map((value) => `<code>${escapeHtml(value)}</code>`).join(' ')
  if (schema.anyOf) return schema.anyOf.map(kindOf).join(' or ')
  if (schema.type === 'array') return `list of ${kindOf(schema.items ?? {})}`
  if (schema.format === 'binary') return 'file'
  return escapeHtml(schema.title ?? schema.type ?? 'any')
}

const escapeHtml = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c,
  )

const style = `
:root { color-scheme: light dark; --line: light-dark(#d4d8de, #3a4048); --soft: light-dark(#f4f5f7, #1d2126); --text: light-dark(#1a1d21, #e6e8eb); --muted: light-dark(#5a626c, #a0a8b2); --link: light-dark(#0b57a4, #7ab7ff); }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 4rem; font: 1rem/1.55 system-ui, sans-serif; color: var(--text); background: light-dark(#fff, #14171b); }
a { color: var(--link); } h1 { margin: 0; } h2 { margin: 3rem 0 0; text-transform: capitalize; }
code { font: 0.92em/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0; list-style: none; }
small, .roles { color: var(--muted); }
article { margin-top: 1.25rem; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: .5rem; }
h3 { margin: 0; font-size: 1rem; } p { margin: .5rem 0; }
.method { display: inline-block; min-width: 4.2em; font: 700 .85em ui-monospace, monospace; color: light-dark(#1d6b36, #6fd08c); }
.method.post { color: light-dark(#0b57a4, #7ab7ff); } .method.patch { color: light-dark(#8a5300, #f0b45a); } .method.delete { color: light-dark(#b3261e, #ff8a80); }
table { width: 100%; border-collapse: collapse; margin: .5rem 0; } caption { text-align: left; color: var(--muted); font-size: .9em; }
th, td { padding: .35rem .5rem; text-align: left; vertical-align: top; border-top: 1px solid var(--line); font-weight: normal; font-size: .93em; }
th { width: 30%; } summary { cursor: pointer; color: var(--muted); }
`
