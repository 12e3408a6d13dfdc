/**
 * Phrases of lures, in English, German, French, Spanish, Italian, Portuguese and Dutch, as lowercase letters without accents. One
 * alone proves nothing: `lures.ts` weighs them together.
 */
const any = (...forms: string[]) => new RegExp(`(?:${forms.join('|')})`)

export const pressure = any(
  "in (?:a|an|the) (?:\\w{1,12} )?(?:meeting|conference)|conference call|can(?:'t|not| not) (?:talk|call|take calls|be reached by phone)|no calls|(?:confidential|between us|quiet|discreet)\\w{0,3}\\b|\\basap\\b|\\burgent|right away|as soon as possible|by the end of (?:the )?day|before (?:noon|close of business)|\\btoday\\b|reimburs|surprise",
  'in einer (?:\\w{1,12} )?(?:besprechung|sitzung|konferenz)|im meeting|nicht (?:telefonieren|telefonisch|ans telefon)|vertraulich|diskret|unter uns|dringend|so schnell wie moglich|umgehend|\\bheute\\b|erstatte|uberraschung',
  "en (?:pleine )?reunion|pas (?:\\w{1,12} )?(?:telephon|repondre au telephone|appeler)|confidentiel|discret|entre nous|\\burgent|au plus vite|des que possible|aujourd'hui|rembourse|surprise",
  'en una (?:reunion|conferencia)|no puedo (?:hablar|llamar|atender)|confidencial|discre|entre nosotros|urgente|lo antes posible|cuanto antes|\\bhoy\\b|reembols|sorpresa',
  'in (?:una |piena )?riunione|non posso (?:parlare|rispondere|telefonare)|riservat|confidenzial|tra noi|\\burgente|prima possibile|\\boggi\\b|\\brimbors|sorpresa',
  'em (?:uma |numa )?reuniao|nao posso (?:falar|atender|ligar)|confidencial|sigilo|entre nos\\b|o mais rapido possivel|quanto antes|\\bhoje\\b|surpresa',
  'in (?:een )?(?:vergadering|bespreking|overleg)|niet (?:bellen|telefoneren|bereikbaar)|vertrouwelijk|onder ons|dringend|zo snel mogelijk|\\bvandaag\\b|terugbeta|verrassing',
)

export const unreachable = any(
  "in (?:a|an|the) (?:\\w{1,12} )?(?:meeting|conference)|conference call|can(?:'t|not| not) (?:talk|call|take calls|be reached by phone)|no calls|do not call|only (?:by|via|through) e-?mail",
  'in einer (?:\\w{1,12} )?(?:besprechung|sitzung|konferenz)|im meeting|nicht (?:telefonieren|telefonisch|ans telefon)|nur per e-?mail',
  'en (?:pleine )?reunion|pas (?:\\w{1,12} )?(?:telephon|repondre au telephone|appeler|joignable)|injoignable|(?:uniquement|seulement) par (?:e-?mail|mail|courriel)',
  'en una (?:reunion|conferencia)|no puedo (?:hablar|llamar|atender)|(?:solo|unicamente) por correo',
  'in (?:una |piena )?riunione|non posso (?:parlare|rispondere|telefonare)|(?:solo|soltanto) (?:via|per) e-?mail',
  'em (?:uma |numa )?reuniao|nao posso (?:falar|atender|ligar)|(?:so|somente|apenas) por e-?mail',
  'in (?:een )?(?:vergadering|bespreking|overleg)|niet (?:bellen|telefoneren|bereikbaar)|(?:alleen|uitsluitend) (?:via|per) e-?mail',
)

export const secrecy = any(
  '\\b(?:confidential|discreet|between us|do not (?:discuss|mention|tell)|keep (?:it|this) (?:quiet|secret|private|to yourself))',
  '\\b(?:vertraulich|diskret|unter uns|stillschweigen|mit niemandem|geheim)',
  '\\b(?:confidentiel|discret|entre nous|secret|a personne)',
  '\\b(?:confidencial|discre|entre nosotros|secreto|a nadie)',
  '\\b(?:riservat|confidenzial|tra noi|segret|con nessuno)',
  '\\b(?:confidencial|sigilo|entre nos\\b|segredo|a ninguem)',
  '\\b(?:vertrouwelijk|onder ons|geheim|met niemand)',
)

export const giftCards = any(
  '\\bgift ?cards?\\b|\\b(?:itunes|google play|steam|apple|vanilla|razer gold|ebay) (?:gift )?cards?\\b',
  '\\b(?:geschenk|gutschein|guthaben)karte|\\b(?:google[- ]play|itunes|steam|apple|amazon|paysafe)[- ]?(?:karte|gutschein|code)',
  '\\bcartes?[- ](?:cadeaux?|itunes|google play|steam|pcs|neosurf|transcash)|\\b(?:tickets?|coupons?|recharges?) (?:pcs|neosurf|transcash)',
  '\\btarjetas?(?: de)? regalo|\\btarjetas? (?:de )?(?:itunes|google play|steam|apple)',
  '\\b(?:cart[ae]|buon[oi]|sched[ae]) (?:regalo|google play|itunes|steam|apple)',
  '\\b(?:cartoes|cartao|vales?)[- ](?:presente|oferta|google play|itunes|steam|apple)',
  '\\b(?:cadeau|geschenk|tegoed)(?:kaart|bon)|\\b(?:google[- ]play|itunes|steam|apple)[- ]?(?:kaart|bon)',
)

export const askedToBuy = any(
  "\\b(?:i (?:need|want|would like|'d like) (?:you|your help)|i need (?:to get|some|a few|\\d)|(?:can|could|would|will) you|are you able|help me|kindly|please)\\b.{0,90}\\b(?:purchase|buy|get|pick up|procure|obtain|gift ?cards?)",
  '\\b(?:konnen sie|konnten sie|kannst du|konntest du|bitte|ich (?:brauche|benotige)|sie mussen)\\b.{0,110}(?:kauf|besorg|\\bhol|karten?\\b)',
  "\\b(?:pouvez[- ]vous|pourriez[- ]vous|peux[- ]tu|pourrais[- ]tu|j'ai besoin|merci de|veuillez|il me faut)\\b.{0,110}(?:achet|procur|prendre|cartes?\\b)",
  '\\b(?:puedes|puede|podrias|podria|necesito|quiero que|por favor)\\b.{0,110}(?:compr|consig|adqui|tarjetas?\\b)',
  '\\b(?:puoi|puo|potresti|potrebbe|ho bisogno|mi serv(?:e|ono)|per favore|per cortesia)\\b.{0,110}(?:compr|acquist|procur|cart[ae]\\b)',
  '\\b(?:pode|podes|poderia|preciso|por favor)\\b.{0,110}(?:compr|adqui|consig|cartoes)',
  '\\b(?:kun je|kunt u|zou je|zou u|wil je|wilt u|ik heb)\\b.{0,110}(?:\\bkop|koop|aanschaf|kaart|\\bbon)',
)

export const sendTheCodes = any(
  '\\bscratch (?:off|the|them|each|it)|\\b(?:send|email|e-mail|text|forward|whatsapp)\\b (?:me |them |it |over |back )?.{0,40}\\b(?:codes?|pins?|pictures?|photos?|numbers)\\b|\\b(?:pictures?|photos?|images?) of (?:the |each |every )?(?:back|cards?|codes?|pins?)',
  'rubbel|(?:schick|send|mail)\\w{0,5}\\b.{0,60}\\b(?:codes?|fotos?|bilder|nummern)|\\b(?:codes?|fotos?|bilder|nummern)\\b.{0,60}(?:schick|send|mail)',
  '\\bgratt|(?:envoy|transmett|communiqu)\\w{0,6}\\b.{0,60}\\b(?:codes?|photos?|numeros?)|photos? (?:du dos|des (?:codes|cartes))',
  '\\b(?:rasp|rasc|rasqu)|(?:envi|mand)\\w{0,8}\\b.{0,60}\\b(?:codigos?|fotos?|numeros)',
  '\\bgratta|(?:mand|invi)\\w{0,8}\\b.{0,60}\\b(?:codic[ei]|foto|numeri)\\b',
  '\\braspe|(?:envi|mand)\\w{0,8}\\b.{0,60}\\b(?:codigos?|fotos?|numeros)',
  "\\bkras|(?:stuur|mail|app)\\w{0,4}\\b.{0,60}\\b(?:codes?|foto'?s?|nummers)",
)

export const compromised = any(
  "\\b(?:i|we)(?:'ve| have| had| already)? (?:\\w{1,12} )?(?:hacked|infected|cracked|gained|obtained|installed|recorded|filmed|been (?:watching|monitoring|recording)|stolen|downloaded|encrypted|placed|full access|access)\\b.{0,60}\\b(?:you|your|all)\\b",
  '\\b(?:ich|wir) (?:habe|haben|hatte)\\b.{0,90}(?:gehackt|infiziert|zugriff auf|zugang zu|aufgenommen|gefilmt|beobachtet|heruntergeladen|verschlusselt|trojaner|schadsoftware)',
  "\\b(?:j'ai|j'avais|nous avons)\\b.{0,90}(?:pirate|infecte|acces (?:\\w{1,10} )?a (?:votre|vos|ton|tes|tous)|enregistre|filme|surveille|telecharge|chiffre|cheval de troie|logiciel (?:malveillant|espion))",
  '\\b(?:he|hemos|tengo|tenemos|logre|consegui)\\b.{0,90}(?:hackead|pirate|infectad|acceso (?:\\w{1,10} )?a (?:tu|su|sus|tus|todos)|grabad|descargad|cifrad|troyano|malware)',
  "\\b(?:ho|abbiamo)\\b.{0,90}(?:hackerat|violat|infettat|accesso (?:\\w{1,10} )?a(?:i|l|lla|lle|gli)? (?:tu|vostr|suo)|trojan|malware)|\\b(?:ti|vi|la|l') ?(?:ho|abbiamo)\\b.{0,60}(?:filmat|registrat|spiat)",
  '\\b(?:hackeei|invadi|invadimos|infectei|tenho|temos|obtive|consegui)\\b.{0,90}(?:dispositivo|computador|acesso (?:\\w{1,10} )?a(?:o|os|s)? (?:seu|sua|teu|tua|todos)|camera|trojan|malware)',
  '\\b(?:ik|wij|we) (?:heb|hebben|had)\\b.{0,90}(?:gehackt|geinfecteerd|toegang (?:\\w{1,10} )?tot (?:je|uw|al)|opgenomen|gefilmd|versleuteld|trojan|malware)',
)

export const cryptocurrency = any(
  '\\b(?:bitcoins?|btc|monero|xmr|ethereum|litecoin|usdt)\\b|\\bcrypto|\\bkrypto|\\bcripto',
)

export const exposure = any(
  '\\b(?:send|share|publish|release|leak|post|forward|distribute|expose|sell)\\b.{0,90}\\b(?:video|recording|footage|data|files|contacts|friends|family|colleagues|everyone|relatives|internet)|destroy your (?:reputation|life|business)|\\bddos\\b',
  '(?:video|aufnahme|daten|dateien).{0,90}(?:kontakt|freund|familie|kolleg|veroffentlich|verschick|verbreit|verkauf)|(?:veroffentlich|verschick|verbreit)\\w{0,4}.{0,60}(?:video|aufnahme|daten)',
  '(?:enverr|envoy|publi|diffus|partag|divulgu|vend)\\w{0,6}.{0,90}(?:video|contacts|amis|famille|collegues|donnees|proches|fichiers)',
  '(?:envi|public|difund|compart|filtr|vend)\\w{0,8}.{0,90}(?:video|contactos|amigos|familia|companeros|datos|archivos)',
  '(?:invi|mand|pubblic|diffond|condivid|divulg|vend)\\w{0,8}.{0,90}(?:video|contatti|amici|famiglia|colleghi|dati)',
  '(?:envi|mand|public|divulg|compartilh|vaz|vend)\\w{0,8}.{0,90}(?:video|contatos|contactos|amigos|familia|colegas|dados|arquivos|ficheiros)',
  '(?:stuur|verstuur|verzend|publice|deel|verspreid|verko)\\w{0,6}.{0,90}(?:video|contacten|vrienden|familie|collega|gegevens)|(?:video|opname|gegevens).{0,90}(?:sturen|publiceren|verspreiden|delen)',
)

export const deadline = any(
  '\\b(?:\\d{1,3}|two|three|five|zwei|drei|funf|deux|trois|cinq|dos|tres|cinco|due|tre|cinque|dois|duas|twee|drie|vijf) ?(?:h|hours?|days?|stunden|tagen?|heures?|jours?|horas|dias|ore|giorni|uur|uren|dagen)\\b',
)

export const bankChange = any(
  '\\b(?:bank(?:ing)?|account|remittance|direct deposit|payroll) (?:account |details|information|info|instructions).{0,60}\\b(?:changed|updated|new|no longer)|\\b(?:change|changed|update|updated|switch|new)\\b.{0,40}\\b(?:(?:bank(?:ing)?|beneficiary|remittance) (?:account|details|information|info|instructions)|direct deposit|account (?:details|information|number))',
  '(?:bankverbindung|bankdaten|kontoverbindung|kontodaten|gehaltskonto).{0,80}(?:geander|\\bneue?|andern|aktualisier|wechsel)|(?:\\bneue[nrs]?|geanderte[nrs]?|andern|aktualisier\\w{0,4}|wechsel\\w{0,3}).{0,50}(?:bankverbindung|bankdaten|bankkonto|kontoverbindung|kontodaten|gehaltskonto|\\biban\\b)',
  '(?:coordonnees bancaires|\\brib\\b|\\biban\\b|compte bancaire).{0,80}(?:chang|modifi|nouve|mis a jour|mettre a jour)|(?:nouve(?:au|l|lle)s?|chang\\w{0,8}|modifi\\w{0,8}|(?:mettre|mise) a jour).{0,50}(?:coordonnees bancaires|\\brib\\b|\\biban\\b|compte bancaire)',
  '(?:datos bancarios|cuenta bancaria|numero de cuenta|\\biban\\b).{0,80}(?:cambi|nuev|actualiz|modific)|(?:nuev[ao]s?|cambi\\w{0,6}|actualiz\\w{0,6}|modific\\w{0,6}).{0,50}(?:datos bancarios|cuenta bancaria|numero de cuenta|\\biban\\b)',
  '(?:coordinate bancarie|dati bancari|conto (?:corrente|bancario)|\\biban\\b).{0,80}(?:cambiat|modificat|\\bnuov|aggiornat|variat)|(?:\\bnuov[oaei]|cambi\\w{0,6}|modific\\w{0,6}|aggiorn\\w{0,6}|variazion\\w{0,2}).{0,50}(?:coordinate bancarie|dati bancari|conto (?:corrente|bancario)|\\biban\\b)',
  '(?:dados bancarios|conta bancaria|\\biban\\b|\\bnib\\b).{0,80}(?:mudaram|mudou|alterad|\\bnov[ao]|atualizad)|(?:\\bnov[ao]s?|mudanca|alteracao|atualiz\\w{0,6}).{0,50}(?:dados bancarios|conta bancaria|\\biban\\b|\\bnib\\b)',
  '(?:bankgegevens|bankrekening|rekeningnummer|\\biban\\b).{0,80}(?:gewijzigd|veranderd|\\bnieuw|aangepast)|(?:\\bnieuwe?|gewijzigde?|wijzig\\w{0,4}|verander\\w{0,4}).{0,50}(?:bankgegevens|bankrekening|rekeningnummer|\\biban\\b)',
)

export const payment = any(
  '\\b(?:wire|transfer|payments?|payroll|pay ?(?:slip|day|check|date|cheque)|invoices?|salary|remit)',
  '(?:uberweis|zahlung|rechnung|gehalt|lohn)',
  '(?:virement|paiement|reglement|facture|salaire|\\bpaie\\b)',
  '(?:transferencia|\\bpagos?\\b|factura|nomina|salario)',
  '(?:bonific|pagament|fattur|stipendi)',
  '(?:\\bpagamentos?|fatura|salario)',
  '(?:overboek|betaling|factu|salaris|overmak)',
)

export const transferNow = any(
  '\\b(?:process|make|send|arrange|initiate|execute|complete|prepare)\\b.{0,60}\\b(?:wire|transfer|payment)',
  '(?:uberweisung|zahlung).{0,60}(?:ausfuhr|tatig|veranlass|durchfuhr|vornehm|freigeb|vorbereit)|(?:bitte|mussen|konnen|kannst).{0,60}\\buberweis(?:en|t|e)\\b',
  '\\b(?:effectu|proced|execut|realis|prepar|emett|ordonn)(?:er|re|ez|iez|e|es|ons)\\b.{0,40}(?:virement|paiement|transfert)|\\b(?:faire|faites|fais|fassiez|fasses)\\b.{0,40}(?:virement|paiement|transfert)',
  '(?:realizar|realices|realice|hacer|hagas|haga|efectuar|procesar|tramitar|preparar).{0,40}(?:transferencia|pago|giro)',
  '(?:effettu|esegu|disporre|disponga|predispo|\\bfare\\b|faccia)\\w{0,6}.{0,40}(?:bonifico|pagamento)',
  '(?:realiz|\\bfazer\\b|\\bfaca\\b|efetu|process|execut)\\w{0,6}.{0,40}(?:transferencia|pagamento|\\bpix\\b)',
  '(?:overboeking|betaling).{0,60}(?:uitvoer|regel|verricht|\\bdoen\\b|verwerk)|(?:regel|verricht|verwerk|\\bdoe\\b)\\w{0,3}.{0,40}(?:overboeking|betaling)',
)

export const smallTask = any(
  '\\bare you (?:available|free|around|busy|at (?:your|the) (?:desk|office))|\\b(?:task|favou?r|errand|something) (?:for|i need|you)|\\bi need (?:you to|your help|a favou?r)|\\b(?:quick|urgent) (?:task|favou?r|request)',
  '\\b(?:sind sie|bist du) (?:gerade )?(?:verfugbar|im buro|am platz|erreichbar|da\\b)|\\b(?:gefallen|aufgabe|auftrag) (?:fur|von)|\\bich brauche (?:ihre|deine) hilfe|\\b(?:konnen sie|kannst du) .{0,30}(?:erledigen|ubernehmen)',
  "\\b(?:etes[- ]vous|es[- ]tu) (?:disponible|au bureau|libre)|\\b(?:tache|service|faveur) (?:a|pour|urgent)|\\bj'ai besoin (?:de (?:vous|toi|votre aide|ton aide)|que)",
  '\\b(?:estas|esta) (?:disponible|en la oficina|libre)|\\b(?:tarea|favor|encargo) (?:para|urgente|que)|\\bnecesito (?:que|tu ayuda|su ayuda|un favor)',
  '\\b(?:sei|e) (?:disponibile|in ufficio|liber[oa])|\\b(?:favore|compito|incarico) (?:da|per|urgente)|\\bho bisogno (?:di (?:te|lei|un favore|aiuto)|che)',
  '\\b(?:esta|estas) (?:disponivel|no escritorio|livre)|\\b(?:tarefa|favor) (?:para|urgente|que)|\\bpreciso (?:que|da sua ajuda|de um favor)',
  '\\b(?:ben je|bent u) (?:beschikbaar|op kantoor|vrij|bereikbaar)|\\b(?:klus|gunst|taak|opdracht) (?:voor|van)|\\bik heb (?:je|uw) hulp nodig',
)

export const charged = any(
  '\\b(?:charged|debited|renewed|auto[- ]?(?:renew|debit)|renewal|subscription|invoice|order (?:id|number|no|confirm)|purchase|transaction|billed)',
  '(?:abgebucht|belastet|verlanger|abonnement|\\babo\\b|rechnung|bestellung|abbuchung)',
  '(?:debite|preleve|renouvel|abonnement|facture|commande|achat)',
  '(?:cargad|cobrad|debitad|renova|suscripcion|factura|pedido|\\bcargo\\b|compra)',
  '(?:addebit|rinnov|abbonament|fattura|\\bordine\\b|acquist)',
  '(?:cobra|debita|renova|assinatura|fatura|pedido|compra)',
  '(?:afgeschreven|verlengd|abonnement|factuur|bestelling|aankoop)',
)

export const dispute = any(
  "(?:did|do|have) ?n(?:'|o)t (?:\\w{1,12} )?(?:authori[sz]e|make|made|place|recogni[sz]e|initiate|order)|(?:was|is) ?n(?:'|o)t (?:you|made by you|authori[sz]ed)|\\bnot authori[sz]ed|unauthori[sz]ed|\\b(?:to|want to|wish to|like to) (?:cancel|dispute|stop|decline|claim|get a refund)|\\bcancel(?:lation)?\\b|\\brefund",
  'nicht (?:autorisiert|veranlasst|getatigt|bestellt|durchgefuhrt|von ihnen)|stornier|kundig|widerruf|ruckerstattung',
  "pas (?:autorise|effectue|passe|reconnai|a l'origine)|annul|resili|rembours|contest",
  'no (?:ha |has |fue )?(?:autoriz|realiz|reconoce|hecho|hizo|usted)|cancel|anul|reembols|disput',
  'non (?:ha|hai|avete) (?:autorizzat|effettuat|richiest)|non riconosc|annull|disdi|rimbors',
  'nao (?:\\w{1,10} )?(?:autoriz|realiz|reconhec|fez|efetu)|cancel|anul|reembols|estorn',
  'niet (?:\\w{1,12} )?(?:geautoriseerd|goedgekeurd|herken|besteld|gedaan)|annule|opzegg|geld terug|terugbetal',
)

export const callUs = any(
  '\\b(?:call|dial|phone|ring)\\b|\\b(?:contact|reach)\\b|\\b(?:toll[- ]free|help ?line|hot ?line|support (?:team|desk|number))',
  '\\b(?:rufen sie|anruf|hotline|telefonisch|unter der (?:telefon)?nummer|kundendienst)',
  '\\b(?:appel|contactez|composez|joindre|telephon|service client)',
  '\\b(?:llam|contacte|comuniquese|marque|telefono|atencion al cliente)',
  '\\b(?:chiam|contatt|telefon|servizio clienti)',
  '\\b(?:lig(?:ue|ar|uem)\\b|contate|contacte|telefone|atendimento ao)',
  '\\b(?:bel|bellen|belt)\\b|\\b(?:telefoonnummer|klantenservice)',
)

export const amount =
  /[$€£]\s?\d[\d.,]{1,12}|\b(?:usd|eur|gbp|chf|mxn)\s?\d[\d.,]{1,12}|\d[\d.,]{1,12}\s?(?:[$€£]|(?:usd|eur|gbp|chf|euros?|dollars?|dolares)\b)/

/** With digits in place of letters, to evade filters. */
export const phone = /(?<![\w.,/=-])(?:\+|00)?\(?[0-9][0-9oil().\s/–-]{7,22}[0-9](?![\w.,]*\d)/

/** Case-sensitive. */
export const wallet =
  /\b(?:bc1[ac-hj-np-z02-9]{25,80}|[13][1-9A-HJ-NP-Za-km-z]{26,34}|4[0-9AB][1-9A-HJ-NP-Za-km-z]{93}|0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})\b/

/** In whose name callback invoices come. */
export const invoicedBrands =
  /\b(?:geek ?squad|best ?buy|norton|lifelock|mcafee|paypal|microsoft|windows defender|amazon|apple|netflix|coinbase|binance|bitdefender|kaspersky|avast|malwarebytes|ebay|venmo|zelle|klarna|docusign|quickbooks)\b/
