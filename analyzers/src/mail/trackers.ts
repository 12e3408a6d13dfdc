/** Registered domains through which services that send newsletters count clicks. */
const domains: ReadonlySet<string> = new Set(
  (
    'list-manage.com list-manage1.com list-manage2.com mailchi.mp mandrillapp.com sendgrid.net hubspotlinks.com ' +
    'hubspotemail.net hubspotstarter.net hubspotfree.net hs-email.net awstrack.me amazonses.com mjt.lu mailjet.com ' +
    'mailgun.org mailgun.net sparkpostmail.com spgo.io pstmrk.it mtasv.net exct.net exacttarget.com sfmc-content.com ' +
    'marketo.com mktdns.com mkt41.net en25.com eloqua.com klclick.com klaviyomail.com kmail-lists.com rs6.net ' +
    'constantcontact.com createsend.com acemlna.com acemlnb.com acemlnc.com activehosted.com emlnk.com ' +
    'convertkit-mail.com convertkit-mail2.com convertkit-mail4.com kit-mail3.com ck.page getresponse.com ' +
    'getresponse360.com mlsend.com mlsend2.com mailerlite.com substack.com beehiiv.com customeriomail.com ' +
    'customer.io iterable.com getdrip.com sailthru.com crsend.com cleverreach.com rapidmail.com newsletter2go.com ' +
    'inxserver.com emsecure.net emarsys.net zcsend.net zohocampaigns.com maillist-manage.com bmetrack.com ' +
    'benchmarkemail.com vresp.com icptrack.com aweber.com madmimi.com moosend.com soundestlink.com omnisend.com ' +
    'acumbamail.com mailrelay.com ipzmarketing.com sarbacane.com mailup.com fourdem.com flodesk.com ' +
    'intercom-mail.com intercom-clicks.com brevo.com sendinblue.com brevosend.com splio.com actito.com ' +
    'selligent.com dotdigital.com trackedlink.net emailoctopus.com eomail1.com eocampaign1.com sender.net ' +
    'smtp2go.com elasticemail.com responsys.net mailpoet.com ghost.io buttondown.email tinyletter.com'
  ).split(' '),
)
/** Those that number their domains. */
const numbered =
  /^(?:klclick|createsend|cmail|emlnk|mlsend|sendib[a-z]{1,2}|list-manage|convertkit-mail|kit-mail|acemln|musvc|emailsys|sbc|eocampaign|eomail|dripemail|mkt)[0-9a-z]{0,3}\.(?:com|net)$/

export const isTracker = (registrable: string): boolean =>
  domains.has(registrable) || numbered.test(registrable)
