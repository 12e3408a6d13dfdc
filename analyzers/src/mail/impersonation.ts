import { type Brand, resemblanceOf, words } from '../domain/brands.ts'
import { readDomainName } from '../domain/name.ts'
import { type Finding, finding } from '../kit/index.ts'
import { domainOf, type Mailbox, type Message } from './message.ts'

/** A sender that claims to be a brand, or whose domain imitates one. */
export function impersonationFindings(
  { from, replyTo }: Message,
  brands: readonly Brand[],
): Finding[] {
  return [
    ...(from ? nameFindings(from, brands) : []),
    ...[...(from ? [from] : []), ...replyTo.slice(0, 10)].flatMap(({ address }) =>
      domainFindings(address, brands),
    ),
  ]
}

/** Words that departments of companies call themselves by; any other word may be a person or a club. */
const ofDepartments = new Set(
  (
    '365 account accounts admin administrator ads alert alerts app bank billing business care center centre client ' +
    'cloud corp corporation customer customers defender delivery department dept desk docs drive email express for ' +
    'gmbh group head help helpdesk id inc info information international invoice llc logistics ltd mail mailer ' +
    'message messages my no notice notification notifications notify noreply of office official online order orders ' +
    'package parcel password pay payment payments photos plc portal prime privacy refund reply reset sa safe secure ' +
    'security service services shipping sign staff store subscription support system team teams tech technical the ' +
    'track tracking update updates us usa verification verify wallet web windows your post kundenservice ' +
    'kundendienst sicherheit konto client clients securite equipe suivi livraison soporte seguridad atencion cliente ' +
    'paket paketdienst sendung versand zoll zustellung lieferung rechnung benachrichtigung colis douane facture ' +
    'paquete aduana factura servizio clienti assistenza sicurezza spedizione pacco dogana avviso avvisi pagamenti ' +
    'suporte atendimento seguranca encomenda alfandega fatura aviso klantenservice beveiliging pakket bezorging ' +
    'factuur bezpieczenstwo obsluga klienta powiadomienia'
  ).split(' '),
)

function nameFindings({ name, address }: Mailbox, brands: readonly Brand[]): Finding[] {
  const shown = words(name.slice(0, 200))
  const sender = readDomainName(domainOf(address))
  if (shown === '' || !sender) return []
  const domain = sender.registrable ?? sender.ascii
  for (const brand of brands) {
    const called = brand.names.find((known) => isCalled(shown, known))
    // amazon.de is Amazon: only the label counts, because there is no list of all their countries.
    const isTheirs =
      brand.domains.has(domain) || brand.looks.some(({ label }) => label === sender.label)
    if (called !== undefined && !isTheirs)
      return [
        finding('mail.brand-in-name', {
          name: name.slice(0, 200),
          address,
          domain,
          brand: brand.name,
        }),
      ]
  }
  return []
}

/** `Microsoft 365`, `PayPal Customer Service`, not `Chase Miller` or `Amazon Book Club`. */
function isCalled(shown: string, name: string): boolean {
  const at = ` ${shown} `.indexOf(` ${name} `)
  if (at < 0) return false
  const rest = ` ${shown} `.slice(0, at) + ` ${shown} `.slice(at + name.length + 1)
  return rest.split(' ').every((word) => word === '' || ofDepartments.has(word))
}

function domainFindings(address: string, brands: readonly Brand[]): Finding[] {
  const name = readDomainName(domainOf(address))
  const found = name && resemblanceOf(name, brands)
  if (!name || !found?.isSuspicious) return []
  const { brand, way } = found
  return [finding('mail.look-alike', { address, domain: name.unicode, brand, way })]
}
