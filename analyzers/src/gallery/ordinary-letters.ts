/** Ordinary letters that share words with lures, in Italian, Portuguese and Dutch. */
type Letters = Readonly<Record<string, readonly [subject: string, text: string]>>

/** From a shop that its own server signs for. */
export const lettersOfShops: Letters = {
  'renewal it': [
    'Il suo abbonamento è stato rinnovato',
    'Il suo abbonamento è stato rinnovato e abbiamo addebitato 49,00 €. Per disdire o chiedere un rimborso chiami il servizio clienti al +39 02 9475 1234.',
  ],
  'renewal pt': [
    'A sua assinatura foi renovada',
    'A sua assinatura foi renovada e cobramos 49,00 €. Para cancelar ou pedir o reembolso ligue para +351 210 123 456.',
  ],
  'renewal nl': [
    'Uw abonnement is verlengd',
    'Uw abonnement is verlengd en er is € 49,00 afgeschreven. Wilt u opzeggen of geld terug? Bel onze klantenservice: +31 20 123 4567.',
  ],
  'gift card it': ['La sua carta regalo', 'La sua carta regalo da 50 € è pronta in negozio.'],
  'gift card pt': ['O seu cartão presente', 'O seu cartão presente de 50 € está pronto na loja.'],
  'gift card nl': ['Uw cadeaukaart', 'Uw cadeaukaart van € 50 ligt klaar in de winkel.'],
  'new bank it': [
    'Nuova banca',
    'Da luglio cambiano le nostre coordinate bancarie; le trova sulle fatture.',
  ],
  'new bank pt': [
    'Novo banco',
    'A partir de julho mudam os nossos dados bancários; vão na fatura.',
  ],
  'new bank nl': [
    'Nieuwe bank',
    'Vanaf juli verandert ons rekeningnummer; het staat op de factuur.',
  ],
  'warning it': [
    'Sicurezza: attenzione alle estorsioni',
    'I truffatori scrivono «ho violato il tuo dispositivo e ti ho filmato» e chiedono bitcoin entro 48 ore. Cancellate queste mail.',
  ],
  'warning pt': [
    'Segurança: extorsão por e-mail',
    'Os burlões escrevem «invadi o seu dispositivo» e exigem bitcoin em 48 horas. Apague essas mensagens.',
  ],
  'warning nl': [
    'Veiligheid: afpersing per mail',
    'Oplichters schrijven “ik heb uw apparaat gehackt” en eisen bitcoin binnen 48 uur. Verwijder zulke mails.',
  ],
}

/** Between people who use a free provider. */
export const lettersOfPeople: Letters = {
  'busy it': [
    'Ci sentiamo dopo',
    'Ciao, sono in riunione e non posso parlare, ti chiamo oggi alle 6.',
  ],
  'busy pt': ['Falamos depois', 'Olá, estou em uma reunião e não posso falar. Ligo-te hoje às 18.'],
  'busy nl': [
    'Later',
    'Hoi, ik zit in een vergadering en kan niet bellen. Ik bel je vandaag terug.',
  ],
  'present it': [
    'Regalo per Marta',
    'Puoi comprare il regalo per Marta? Pensavo a un libro, così è una sorpresa. Ti rimborso domani.',
  ],
  'present pt': [
    'Presente da Marta',
    'Podes comprar o presente da Marta? Pensei num livro, é uma surpresa. Pago-te amanhã.',
  ],
  'present nl': [
    'Cadeau voor Marta',
    'Kun je het cadeau voor Marta kopen? Een boek lijkt me leuk, het is een verrassing.',
  ],
  'craftsman it': [
    'Fattura 12 del giardiniere',
    'Buongiorno, in allegato la fattura 12 di 180,00 €. Grazie per il pagamento entro 30 giorni. Per domande mi telefoni: +39 333 123 4567.',
  ],
  'craftsman pt': [
    'Fatura 12 do jardineiro',
    'Bom dia, segue a fatura 12 de 180,00 €. Agradeço o pagamento em 30 dias. Dúvidas: telefone +351 912 345 678.',
  ],
  'craftsman nl': [
    'Factuur 12 van de tuinman',
    'Goedemorgen, hierbij factuur 12 van € 180,00. Graag betalen binnen 30 dagen. Vragen? Bel +31 6 12345678.',
  ],
  'photos it': [
    'Foto delle vacanze',
    'Ti mando le foto e il video delle vacanze, condividi pure con gli amici.',
  ],
  'photos pt': [
    'Fotos das férias',
    'Envio-te as fotos e o vídeo das férias, partilha com os amigos.',
  ],
  'photos nl': [
    'Foto’s van vakantie',
    'Ik stuur je de foto’s en de video van de vakantie, deel ze met de familie.',
  ],
}
