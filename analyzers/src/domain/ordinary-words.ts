/** Words of English, French, German and Spanish, and other names, that differ from a brand by one letter. */
export const ordinaryWords: ReadonlySet<string> = new Set(
  (
    'aba abas abs basa amazons amazone amazona anta anti appel applied apply ample maple apples ash cas case chas ' +
    'chasse chaste chaise cease phase chose bank banked bay booing bookings booming booting cooking hooking looking ' +
    'broking calando salando cloud correo corres corros crypt cryptos minted tinted hinted vented discard discords ' +
    'discount discovers discovery easter ester lester ulster elter hedger ledge ledges ledgers leger lodger pledger ' +
    'finance financer fortune fortunes goggle googles grange orang oranger oranges range orage imports impost impot ' +
    'inmost interact interacts ions kranken krakens lack sack lie mail mails medicate mono officer offices oka ota kota ' +
    'oren olen outlooks papal payday phantoms posit post posts postal posted poster posters postern poste postes kosten ' +
    'hosten osten posen poten revenge revenues revenu revenus retenue revolt schwa ser sur suer stipe stride strife strike ' +
    'strip stripes strips strive stripy tripe telecom telegrams tremor trevor tresor truest truism trust trist vanguards ' +
    'venom vias vista wie wisse wies yodle usa signpost kingpost zoo room via vis isa teso costo cosco norden ' +
    'caia mercar proximas costa ebony amelia emile camel titter twister twitters witter telecoms ' +
    'citizen citizens fidelia banker bankers visas vissa zooms wises chases steams team teams stream steal stem tram ' +
    'engine enge veri even ever aramis linkin meta metal beta bolt tint ings inge ubiq sates ' +
    'kraft kragen slacks stack black snack novice adore abode adobes adobo globe hermes herms ' +
    'monza monzon banzo mondo volvo zingo visage teslas tesco testo tesoro caixas caja cash crash dash ' +
    'aruna arubas arriba telestra orestra verizons horizon norton nordic absalon alibi balibaba'
  ).split(' '),
)
