import { domainToASCII } from 'node:url'
import { type Entry, lureTexts, texts } from '../entry.ts'

const list = (text: string) => text.trim().split(/\s+/)

/**
 * Of companies, authorities, universities and services; short, non-English and full of consonants on purpose.
 */
const known = list(`
  wikipedia.org debian.org kernel.org python.org nodejs.org rust-lang.org golang.org postgresql.org sqlite.org
  jekyllrb.com hdfcbank.com icicibank.com npmjs.com pypi.org crates.io mvnrepository.com jsdelivr.net unpkg.com
  xkcd.com phpmyadmin.net rtl.de wdr.de ndr.de mdr.de br.de srf.ch rts.ch orf.at bbc.co.uk bbci.co.uk nytimes.com
  wsj.com ft.com lemonde.fr liberation.fr lefigaro.fr elpais.com elmundo.es corriere.it repubblica.it nrc.nl vrt.be
  kfzteile24.de kptncook.com schwarzkopf.com vwfs.de lhsystems.com bcbsnc.com mdpi.com ncbi.nlm.nih.gov nih.gov
  cdc.gov nasa.gov europa.eu admin.ch zh.ch bund.de service-public.fr impots.gouv.fr gov.uk nhs.uk canada.ca
  ethz.ch epfl.ch tum.de rwth-aachen.de kth.se ntnu.no tcd.ie ucl.ac.uk mit.edu cmu.edu kaist.ac.kr u-tokyo.ac.jp
  googleapis.com gstatic.com ggpht.com ytimg.com microsoftonline.com msftconnecttest.com msedge.net aaplimg.com
  mzstatic.com fbcdn.net cdninstagram.com licdn.com twimg.com paypalobjects.com ebaystatic.com nflxvideo.net
  steamstatic.com dropboxusercontent.com sfdcstatic.com akamaized.net edgekey.net windowsupdate.com wp.com
  zoominfo.com boxofficemojo.com metafilter.com livejournal.com orangehrm.com ingramspark.com pineapple.com
  snapple.com chaseplastics.com visaplace.com targetjobs.co.uk appleinsider.com applebees.com macrumors.com
  googleplex.com amazonconservation.org discoverorg.com zoomcar.com upstart.com upwork.com dhlottery.co.kr
  stripes.com oracle.com sap.com siemens.com bosch.com abb.com novartis.com roche.com
  nestle.com migros.ch coop.ch zkb.ch bkb.ch blkb.ch lukb.ch sgkb.ch tkb.ch swissquote.ch six-group.com viseca.ch
  dkb.de ing.de n26.com comdirect.de postbank.de volksbank-freiburg.de sparkasse-koelnbonn.de psd-muenchen.de
  axa.fr caf.fr ameli.fr sfr.fr free.fr bouyguestelecom.fr sncf-connect.com ratp.fr fnac.com leboncoin.fr
  tmall.com jd.com qq.com baidu.com weibo.com naver.com yandex.ru mail.ru rzd.ru ozon.ru mercadolibre.com.ar
  uol.com.br globo.com flipkart.com irctc.co.in zomato.com grab.com tokopedia.com rakuten.co.jp nicovideo.jp
  ikea.com hm.com zara.com decathlon.com aldi-sued.de lidl.de rewe.de edeka.de hornbach.de obi.de otto.de zalando.de
  stackoverflow.com github.io gitlab.com bitbucket.org sourceforge.net atlassian.net slack.com notion.so figma.com
  canva.com trello.com asana.com monday.com hubspot.com salesforce.com zendesk.com freshdesk.com intercom.io
  mailchimp.com sendgrid.net mailgun.org sparkpostmail.com mandrillapp.com list-manage.com cmail19.com exct.net
  letsencrypt.org digicert.com sectigo.com globalsign.com quovadisglobal.com swisssign.com certum.pl
  mueller.de müller.de bücher.ch españa.es россия.рф 日本語.jp københavn.dk zürich.ch straße.de crédit-coopératif.fr
  linkerd.io nginx.org apache.org mozilla.org thunderbird.net libreoffice.org gimp.org vlc.org krita.org
  sqlzoo.net rfc-editor.org ietf.org w3.org iana.org icann.org ripe.net arin.net apnic.net nic.fr denic.de`)

/** As networks and providers name their machines. */
const machines = list(`
  d111111abcdef8.cloudfront.net d2k1ftgv7pobq7.cloudfront.net dqzrr9k4bjpzj.cloudfront.net
  ec2-54-210-17-3.compute-1.amazonaws.com ec2-3-121-44-9.eu-central-1.compute.amazonaws.com
  ip-10-0-12-34.ec2.internal my-bucket-logs.s3.eu-west-1.amazonaws.com x8k2jd93f1.execute-api.us-east-1.amazonaws.com
  k8s-default-webing-1a2b3c4d5e-1234567890.eu-west-1.elb.amazonaws.com
  prod-db.c9akciq32rrt.us-east-1.rds.amazonaws.com search-logs-ykzq3vdx7w4n.eu-west-1.es.amazonaws.com
  e11290.dspg.akamaiedge.net a1887.dscq.akamai.net e6858.dsce9.akamaiedge.net prod.dualstack.site.map.fastly.net
  r4---sn-4g5e6nzz.googlevideo.com rr3---sn-1gi7znek.googlevideo.com ams15s48-in-f14.1e100.net
  lh3.googleusercontent.com scontent-frt3-1.xx.fbcdn.net video-zrh1-1.cdninstagram.com
  mail-ej1-f41.google.com mx0a-00149f01.pphosted.com us-smtp-inbound-1.mimecast.com
  contoso-com.mail.protection.outlook.com autodiscover.contoso.com selector1._domainkey.contoso.onmicrosoft.com
  k1._domainkey.mcsv.net _dmarc.github.com em1234.news.shop.example o3.ptr4321.sendgrid.net
  serene-caverns-12345.herokuapp.com web-git-main-acme.vercel.app main--acme-docs.netlify.app acme.github.io
  acme-api.azurewebsites.net acmestatic.blob.core.windows.net acme.z6.web.core.windows.net acme.azurefd.net
  wus2-prod-tm.trafficmanager.net acme-prod.westeurope.cloudapp.azure.com acme.b-cdn.net cdn-7f3k2.acme.workers.dev
  service-abcdefghij-ew.a.run.app acme-12345.firebaseapp.com acme-default-rtdb.europe-west1.firebasedatabase.app
  static.88-198-1-2.clients.your-server.de p5b0f1234.dip0.t-ipconnect.de 80-219-1-2.dclient.hispeed.ch
  cpe-24-193-1-2.nyc.res.rr.com c-73-1-2-3.hsd1.ca.comcast.net host86-1-2-3.range86-1.btcentralplus.com
  lfbn-par-1-2-3.w90-1.abo.wanadoo.fr 4.4.8.8.in-addr.arpa vps-1a2b3c4d.vps.ovh.net ns3012345.ip-51-1-2.eu
  li1234-56.members.linode.com srv01.corp.local printer-3.office.lan nas.fritz.box time.windows.com
  pool.ntp.org 2.debian.pool.ntp.org ocsp.int-x3.letsencrypt.org crl3.digicert.com safebrowsing.googleapis.com
  settings-win.data.microsoft.com v10.events.data.microsoft.com array803.prod.do.dsp.mp.microsoft.com
  gsp-ssl.ls.apple.com p47-buy.itunes.apple.com courier.push.apple.com connectivity-check.ubuntu.com
  registry-1.docker.io ghcr.io quay.io production.cloudflare.docker.com objects.githubusercontent.com
  files.pythonhosted.org static.crates.io repo1.maven.org dl-cdn.alpinelinux.org deb.debian.org
  bam.nr-data.net o1234567.ingest.sentry.io browser-intake-datadoghq.eu js-agent.newrelic.com
  xyz123abc.supabase.co acme.my.salesforce.com acme--c.vf.force.com acme.sharepoint.com acme-my.sharepoint.com
  acme.okta.com acme.atlassian.net acme.zendesk.com acme.service-now.com login.acme.auth0.com`)

const resembles = /^domain\.(?!generated)/
const unicode = (name: string) => domainToASCII(name)

export const nameEntries = (): Entry[] => [
  ...texts('domain', 'known names', known.map(unicode)),
  ...texts('domain', 'names of machines', machines),
  ...lureTexts(
    'domain',
    'look-alike, letters swapped',
    resembles,
    list(`paypla.com micorsoft.com amaozn.com gogole.com linkedni.com netfilx.com instagarm.com dorpbox.com
      docusgin.com coinbsae.com wellsfagro.com commerzbnak.de swisscmo.ch postfinacne.ch labanquepotsale.fr
      barclasy.co.uk ornage.fr appel-id.com faceboko.com spotfiy.com`),
  ),
  ...lureTexts(
    'domain',
    'look-alike, a letter missing',
    resembles,
    list(`paypl.com mirosoft.com amzon.com netflx.com linkdin.com instgram.com dropbx.com santnder.com
      barclys.co.uk comerzbank.de postfinace.ch docusgn.com binace.com coinbas.com labanqueposale.fr wellfargo.com
      whatsap.com fedx.com`),
  ),
  ...lureTexts(
    'domain',
    'look-alike, a letter doubled',
    resembles,
    list(`payppal.com microssoft.com amazzon.com nettflix.com linkeedin.com appple.com ebbay.com dhll.com upss.com
      fedexx.com orangge.fr gooogle.com facebookk.com dropboxx.com coinnbase.com binnance.com hsbbc.com`),
  ),
  ...lureTexts(
    'domain',
    'look-alike, signs instead of letters',
    resembles,
    list(`paypa1.com micros0ft.com rnicrosoft.com arnazon.com g00gle.com app1e.com faceb00k.com 1inkedin.com
      netf1ix.com dr0pbox.com c0inbase.com docus1gn.com vvhatsapp.com lnstagram.com 0range.fr`),
  ),
  ...lureTexts(
    'domain',
    'brand with words around it',
    resembles,
    list(`mydhl-online.com my-netflix-online.com paypal-secure-login.com amazon-verify-account.com
      appleid-support.net login-microsoftonline.net secure-chase-bank.com dhl-tracking-parcel.com
      usps-redelivery.com labanquepostale-securite.com orange-facture.net mypaypal-online.com
      office365-login-portal.com coinbase-wallet-verify.com netflix-billing-update.com post-finance-sicherheit-postfinance.com
      sparkasse-sicherheit-online.de ameli-carte-vitale.com dpd-delivery-fee.com myubs-online.com`),
  ),
  ...lureTexts(
    'domain',
    'brand as a subdomain',
    resembles,
    list(`paypal.com.signin-check.example.net login.microsoftonline.com.auth-session.example.net
      www.amazon.co.uk.order-7731.example.net appleid.apple.com.verify-device.example.net accounts.google.com.session-check.example.net
      secure.chase.com.account-alert.example.net www.labanquepostale.fr.espace-client.example.net`),
  ),
  ...lureTexts(
    'domain',
    'homoglyphs',
    resembles,
    [
      'pаypal.com',
      'аррӏе.com',
      'gооgle.com',
      'miсrosoft.com',
      'amаzon.com',
      'nеtflix.com',
      'fасebook.com',
    ].map(unicode),
  ),
  ...lureTexts(
    'domain',
    'made by a program',
    /^domain\.generated$/,
    list(`xjqkzvwpyrtg.com qwzxkvbnplmtr.net kfjdhqzxwvbt.info zxqvkjwhgpfy.biz vbqxzjkwtrplm.org
      tqzvxkjhwgfb.com pzkxqvjwmrhd.net wjxqzkvtbnpg.ru`),
  ),
]

const addresses =
  list(`8.8.8.8 8.8.4.4 1.1.1.1 9.9.9.9 208.67.222.222 193.0.6.139 140.82.121.4 151.101.1.69 104.16.132.229
  52.95.110.1 13.107.42.14 17.253.144.10 157.240.20.35 91.198.174.192 130.59.31.80 10.0.0.5 10.255.255.255
  172.16.4.20 192.168.1.1 192.168.178.20 127.0.0.1 169.254.10.20 100.64.0.9 224.0.0.251 255.255.255.255 0.0.0.0
  192.0.2.44 1.2.3.4 203.0.113.200 2001:4860:4860::8888 2606:4700:4700::1111 2a00:1450:4001:82a::200e
  2620:fe::fe fe80::1 ::1 fd12:3456:789a::1 ff02::fb 2001:db8::7 2002:c000:0204::1 64:ff9b::808:808`)

const hashes = [
  'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  'd41d8cd98f00b204e9800998ecf8427e',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '5eb63bbbe01eeed093cb22bb8f5acdc3',
  '2aae6c35c94fcfb415dbe95f408b9ce91ee846ed',
  'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
  '9b71d224bd62f3785d96d46ad3ea3d73319bfbc2890caadae2dff72519673ca72323c3d99ba5c11d7c7acc6e14b8c5da0c4663475c2e5c3adef46f73bcdec043',
  '098f6bcd4621d373cade4e832627b4f6',
  'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3',
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  '3a7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b',
  'c3fcd3d76192e4007dfb496cca67e13b',
]

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const token = (
  header: object,
  claims: object,
  signature = 'c2lnbmF0dXJlLW9mLXRoZS10b2tlbi0xMjM0NTY3ODkw',
) => `${part(header)}.${part(claims)}.${signature}`
/** In the past of every run, and short-lived. */
const claims = {
  iss: 'https://id.shop.example',
  sub: '4711',
  aud: 'api',
  iat: 1_760_000_000,
  exp: 1_760_003_600,
}

export const otherTextEntries = (): Entry[] => [
  ...texts('ip', 'addresses', addresses),
  ...texts('hash', 'hashes of ordinary files', hashes),
  ...texts('domain', 'a post office', ['post.ch', 'swisspost.ch', 'service.post.ch']),
  ...lureTexts('domain', 'a post office in longer names', resembles, [
    'swisspost-paket-zoll.info',
    'swisspost-zustellung.top',
  ]),
  ...lureTexts('hash', 'the test virus', /^hash\./, [
    '44d88612fea8a8f36de82e1278abb02f',
    '3395856ce81f2b7382dee72602f798b642f14140',
    '275a021bbfb6489e54d471899f7db9d1663fc695ec2fe2a2c4538aabf651fd0f',
  ]),
  ...texts('token', 'tokens of a sign-in', [
    token({ alg: 'RS256', typ: 'JWT', kid: 'a1b2c3' }, claims),
    token({ alg: 'ES256', typ: 'JWT' }, { ...claims, scope: 'openid profile' }),
    token({ alg: 'RS256', typ: 'at+jwt', kid: '2026-01' }, { ...claims, roles: ['reader'] }),
    token({ alg: 'EdDSA', typ: 'JWT' }, { ...claims, nbf: claims.iat }),
  ]),
  ...lureTexts('token', 'tokens that fool a server', /^jwt\./, [
    token({ alg: 'none', typ: 'JWT' }, { ...claims, role: 'admin' }, ''),
    token({ alg: 'nOnE' }, { sub: 'root' }, ''),
    token({ alg: 'HS256', kid: '../../../../dev/null' }, claims),
    token({ alg: 'HS256', kid: "x' UNION SELECT 'a" }, claims),
    token({ alg: 'RS256', jku: 'https://keys.example.net/jwks.json' }, claims),
  ]),
]
