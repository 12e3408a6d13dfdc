/**
 * Names that phishing imitates, worldwide and by country (ISO 3166). Not a judgement about them.
 * A line is `names = domains that are imitated ; further domains of theirs`: the second ones are
 * never reported, whatever they resemble.
 */
export const brandTable: Readonly<Record<string, readonly string[]>> = {
  world: [
    'Adobe = adobe.com ; adobe.io typekit.com adobelogin.com adobesign.com adobe-identity.com',
    'AliExpress, Alibaba = aliexpress.com alibaba.com ; alicdn.com aliyun.com',
    'Amazon, Amazon Prime, AWS = amazon.com ; amazonaws.com amazon-adsystem.com media-amazon.com ssl-images-amazon.com amazonses.com amazonpay.com amazontrust.com primevideo.com awsstatic.com amazon.science cloudfront.net',
    'American Express, Amex = americanexpress.com ; aexp-static.com amex.com',
    'Apple, iCloud, Apple ID, iTunes = apple.com icloud.com appleid.com ; icloud-content.com cdn-apple.com apple-dns.net apple-cloudkit.com mzstatic.com aaplimg.com itunes.com me.com mac.com',
    'Binance = binance.com ; binance.us bnbstatic.com',
    'Booking.com = booking.com ; bstatic.com',
    'Citibank, Citi = citibank.com ; citi.com citigroup.com',
    'Cloudflare = cloudflare.com ; cloudflareinsights.com cloudflare-dns.com cloudflarestatus.com cloudflareaccess.com cloudflare-ipfs.com',
    'Coinbase = coinbase.com ; coinbasecdn.net',
    'DHL, DHL Express = dhl.com ; dhl.de dpdhl.com dhlparcel.nl dhl-news.com',
    'DocuSign = docusign.com docusign.net ; docucdn-a.akamaihd.net',
    'Dropbox, Dropbox Sign = dropbox.com ; dropboxusercontent.com dropboxstatic.com dropboxmail.com dropboxapi.com dropbox-dns.com',
    'eBay = ebay.com ; ebaystatic.com ebayimg.com ebay-kleinanzeigen.de',
    'Facebook, Meta, Messenger = facebook.com ; facebookmail.com fb.com fbcdn.net fb.me meta.com messenger.com fbsbx.com facebook.net',
    'FedEx = fedex.com',
    'GitHub = github.com ; githubusercontent.com githubassets.com github.io githubapp.com github.dev githubstatus.com githubcopilot.com',
    'Google, Gmail, Google Drive, YouTube = google.com gmail.com youtube.com ; google-analytics.com googleapis.com googleusercontent.com googlesyndication.com googletagmanager.com googletagservices.com googleadservices.com googlevideo.com googlemail.com gstatic.com withgoogle.com doubleclick.net youtu.be ytimg.com ggpht.com android.com google.dev googleblog.com googlesource.com googlegroups.com googlezip.net goo.gl g.co google',
    'HSBC = hsbc.com ; hsbcnet.com hsbc.co.uk',
    'Instagram = instagram.com ; cdninstagram.com',
    'LinkedIn = linkedin.com ; licdn.com lnkd.in linkedin-ei.com',
    'Mastercard = mastercard.com ; mastercardconnect.com',
    'MetaMask = metamask.io',
    'Microsoft, Microsoft 365, Office 365, Outlook, OneDrive, SharePoint, Microsoft Teams, Hotmail, Azure = microsoft.com microsoftonline.com office365.com outlook.com onedrive.com sharepoint.com office.com live.com ; microsoftonline-p.com microsoft365.com onmicrosoft.com microsoftstream.com microsoftstore.com microsoftedge.com office.net office365.us s-microsoft.com hotmail.com msn.com bing.com windows.com windows.net windowsupdate.com azure.com azure.net azurewebsites.net azureedge.net sharepointonline.com skype.com msauth.net msftauth.net msocdn.com visualstudio.com outlook-sdf.com microsoft.net',
    'Netflix = netflix.com ; nflxext.com nflxso.net nflximg.net nflxvideo.net netflix.net netflixstudios.com',
    'Okta = okta.com ; oktacdn.com okta-emea.com oktapreview.com',
    'OpenAI, ChatGPT = openai.com chatgpt.com ; oaistatic.com oaiusercontent.com',
    'PayPal = paypal.com ; paypalobjects.com paypal.me paypalcorp.com paypal-corp.com paypal-community.com paypal-communication.com',
    'Roblox = roblox.com ; rbxcdn.com',
    'Santander = santander.com ; santander.co.uk santanderbank.com santander.de bancosantander.es',
    'Spotify = spotify.com ; scdn.co spotifycdn.com spotify.net',
    'Steam = steamcommunity.com steampowered.com ; steamstatic.com steamusercontent.com steamcontent.com steam-chat.com',
    'Stripe = stripe.com ; stripe.network stripecdn.com',
    'Telegram = telegram.org ; t.me telegram.me',
    'TikTok = tiktok.com ; tiktokcdn.com tiktokv.com tiktok-row.net',
    'Trust Wallet = trustwallet.com',
    'Twitter = twitter.com ; x.com twimg.com t.co',
    'UPS = ups.com ; upsers.com',
    'Visa = visa.com ; visaeurope.com',
    'WeTransfer = wetransfer.com ; wetransfer.net',
    'WhatsApp = whatsapp.com ; whatsapp.net wa.me',
    'Yahoo = yahoo.com ; yimg.com yahoodns.net yahooinc.com ymail.com',
    'Zoom = zoom.us ; zoom.com zoomgov.com',
  ],
  us: [
    'Bank of America = bankofamerica.com ; bofa.com',
    'Capital One = capitalone.com',
    'Chase = chase.com ; jpmorganchase.com chasecdn.com',
    'IRS = irs.gov',
    'USPS = usps.com',
    'Verizon = verizon.com ; verizonwireless.com',
    'Walmart = walmart.com ; walmartimages.com',
    'Wells Fargo = wellsfargo.com ; wellsfargoadvisors.com',
    'Xfinity, Comcast = xfinity.com ; comcast.com comcast.net',
    'Zelle = zellepay.com',
  ],
  ca: [
    'Canada Post = canadapost.ca ; canadapost-postescanada.ca',
    'Interac = interac.ca',
    'Scotiabank = scotiabank.com',
  ],
  gb: [
    'Barclays = barclays.co.uk ; barclays.com barclaycard.co.uk',
    'Evri = evri.com',
    'HMRC = hmrc.gov.uk',
    'Lloyds Bank = lloydsbank.com ; lloydsbank.co.uk lloydsbankinggroup.com',
    'NatWest = natwest.com',
    'Royal Mail = royalmail.com',
    'TSB = tsb.co.uk',
  ],
  de: [
    'Commerzbank = commerzbank.de ; commerzbank.com',
    'Deutsche Bank = deutsche-bank.de ; db.com',
    'ELSTER = elster.de',
    'Postbank = postbank.de',
    'Sparkasse = sparkasse.de ; sparkassen-finanzportal.de sparkasse-banking.de',
    'Telekom = telekom.de ; t-online.de telekom.com',
    'Volksbank = volksbank.de ; vr.de',
    'Comdirect = comdirect.de',
  ],
  at: ['Erste Bank = erstebank.at ; sparkasse.at', 'FinanzOnline = finanzonline.at ; bmf.gv.at'],
  ch: [
    'PostFinance = postfinance.ch',
    'SwissPass, SBB = swisspass.ch ; sbb.ch',
    'Swisscom = swisscom.ch ; swisscom.com bluewin.ch',
  ],
  fr: [
    'Ameli, Assurance Maladie = ameli.fr',
    'BNP Paribas = bnpparibas.com ; bnpparibas.net bnpparibas.fr',
    'Chronopost = chronopost.fr ; chronopost.com',
    'Crédit Agricole = credit-agricole.fr ; credit-agricole.com creditagricole.info',
    'Crédit Mutuel = creditmutuel.fr ; creditmutuel.com',
    'Colissimo, La Poste = laposte.fr colissimo.fr ; laposte.net laposte.com',
    'Impots.gouv = impots.gouv.fr',
    'Leboncoin = leboncoin.fr',
    'Boursorama, BoursoBank = boursorama.com boursobank.com',
    'Société Générale = societegenerale.fr ; societegenerale.com',
  ],
  be: [
    'Itsme = itsme.be ; itsme-id.com',
    'KBC = kbc.be ; kbc.com',
    'bpost = bpost.be ; bpost.cloud',
  ],
  nl: [
    'ABN AMRO = abnamro.nl ; abnamro.com',
    'Belastingdienst = belastingdienst.nl',
    'DigiD = digid.nl',
    'PostNL = postnl.nl ; postnl.com',
    'Rabobank = rabobank.nl ; rabobank.com',
  ],
  es: [
    'Agencia Tributaria = agenciatributaria.es ; agenciatributaria.gob.es',
    'BBVA = bbva.es ; bbva.com',
    'CaixaBank = caixabank.es ; caixabank.com',
    'Correos = correos.es ; correos.com',
  ],
  pt: ['CTT = ctt.pt', 'Millennium bcp = millenniumbcp.pt'],
  it: [
    'Agenzia delle Entrate = agenziaentrate.gov.it',
    'Intesa Sanpaolo = intesasanpaolo.com',
    'Poste Italiane, PostePay = posteitaliane.it postepay.it ; poste.it',
    'UniCredit = unicredit.it ; unicredit.eu unicreditgroup.eu',
  ],
  se: [
    'BankID = bankid.com',
    'PostNord = postnord.se ; postnord.com postnord.dk',
    'Skatteverket = skatteverket.se',
    'Swedbank = swedbank.se ; swedbank.com',
  ],
  dk: ['Danske Bank = danskebank.dk ; danskebank.com', 'MitID = mitid.dk'],
  no: ['DNB = dnb.no', 'Posten = posten.no'],
  fi: ['Nordea = nordea.fi ; nordea.com nordea.se', 'Posti = posti.fi ; posti.com'],
  pl: [
    'Allegro = allegro.pl',
    'InPost = inpost.pl',
    'mBank = mbank.pl',
    'PKO BP = pkobp.pl ; ipko.pl',
  ],
  ie: ['An Post = anpost.com ; anpost.ie', 'Revenue = revenue.ie'],
  ru: [
    'Gosuslugi = gosuslugi.ru',
    'Sberbank = sberbank.ru ; sberbank.com',
    'Tinkoff = tinkoff.ru',
    'Yandex = yandex.ru ; yandex.com yandex.net',
    'VKontakte = vkontakte.ru ; vk.com',
  ],
  ua: ['PrivatBank = privatbank.ua', 'Nova Poshta = novaposhta.ua'],
  tr: ['Garanti BBVA = garantibbva.com.tr', 'Ziraat Bankası = ziraatbank.com.tr'],
  in: [
    'HDFC Bank = hdfcbank.com',
    'ICICI Bank = icicibank.com',
    'Paytm = paytm.com',
    'State Bank of India = onlinesbi.sbi ; sbi.co.in',
  ],
  jp: [
    'Japan Post = post.japanpost.jp ; japanpost.jp',
    'Mercari = mercari.com',
    'PayPay = paypay.ne.jp',
    'Rakuten = rakuten.co.jp ; rakuten.com rakuten-card.co.jp',
    'SMBC = smbc.co.jp ; smbc-card.com',
  ],
  cn: [
    'Alipay = alipay.com ; alipayobjects.com',
    'ICBC = icbc.com.cn',
    'WeChat = wechat.com ; weixin.qq.com',
  ],
  au: [
    'Australia Post = auspost.com.au',
    'Commonwealth Bank = commbank.com.au',
    'myGov = my.gov.au',
    'Westpac = westpac.com.au',
  ],
  br: [
    'Banco do Brasil = bancodobrasil.com.br ; bb.com.br',
    'Bradesco = bradesco.com.br',
    'Itaú = itau.com.br',
    'Mercado Livre = mercadolivre.com.br ; mercadolibre.com',
    'Nubank = nubank.com.br',
  ],
  mx: ['Banorte = banorte.com', 'SAT = sat.gob.mx'],
  za: ['Absa = absa.co.za', 'Capitec = capitecbank.co.za', 'FNB = fnb.co.za'],
  sg: ['DBS = dbs.com ; dbs.com.sg', 'OCBC = ocbc.com', 'SingPost = singpost.com'],
}

/** Brands that are words, too, or of many banks that each have a name of their own: alone they say nothing. */
export const commonWords: ReadonlySet<string> = new Set(
  (
    'apple chase live office outlook visa zoom stripe steam okta booking revenue posten post elster absa allegro ' +
    'capital correos meta target discover telegram sparkasse volksbank'
  ).split(' '),
)

/** What phishing adds to a brand: `paypal-login`, `support-amazon`. */
export const lureWords: ReadonlySet<string> = new Set(
  (
    'login logon signin sign log secure security safe account accounts verify verification validate validation update ' +
    'upgrade support service services help helpdesk helpcenter billing bill payment payments pay confirm confirmation ' +
    'recover recovery restore unlock locked suspended auth authentication password reset wallet invoice refund refunds ' +
    'alert alerts notice notification customer client clients care online web webmail mail portal access team admin ' +
    'delivery track tracking parcel package shipping express reward rewards gift bonus promo prize giveaway claim ' +
    'airdrop kyc device identity id user users member members center centre official com net www app mobile session ' +
    'verif connexion compte securite client banque paiement colis livraison konto sicherheit anmelden anmeldung kunde ' +
    'kunden paket zahlung rechnung cuenta seguridad acceso pago cliente conto sicurezza accesso cliente pagamento ' +
    'inloggen rekening betaling pakket konto logowanie'
  ).split(' '),
)
