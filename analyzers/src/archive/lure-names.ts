/** What mails with malware promise: documents that the reader expects, in four languages. */
const papers = new Set(
  (
    'invoice invoices inv receipt payment payments remittance statement quotation quote rfq po purchase shipment shipping ' +
    'delivery waybill awb dhl fedex ups usps tracking parcel contract agreement resume cv payroll salary bonus tax w2 ' +
    'refund overdue reminder notice summons subpoena complaint swift transfer scan scanned document documents fax voicemail ' +
    'voice proforma ' +
    'facture factures paiement devis commande bordereau colis livraison releve contrat impot impots amende avis ' +
    'rechnung rechnungen mahnung zahlung angebot bestellung lieferschein sendung paket bewerbung lebenslauf vertrag ' +
    'steuer bescheid kontoauszug gehalt ' +
    'factura facturas pago pedido presupuesto recibo albaran envio paquete contrato nomina multa transferencia'
  ).split(' '),
)
/** With these next to them they are parts of software: `invoice-service`, `payment_api`. */
const parts =
  /(?:^|[^a-z])(?:api|app|apps|service|client|server|plugin|lib|sdk|module|core|model|models|test|tests|setup|installer|tool|tools|viewer|reader|editor|manager|generator|scanner|converter|driver|min|bundle|worker|util|utils|handler|helper|component|controller|view|page|src|js|css)(?:[^a-z]|$)/i

/** Whether a name, without its extension, is that of a paper to be read. */
export function isLureName(name: string): boolean {
  const plain = name.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
  if (plain.length > 200 || parts.test(plain)) return false
  const words = plain
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
  return words.length <= 12 && words.some((word) => papers.has(word))
}
