import { defang } from '@assay/contract'
import type { ReactNode } from 'react'
import { defangSentence, defangText } from '../../base/model/defang.ts'
import { dateAndHour } from '../../base/model/times.ts'
import { Link } from '../../base/routing/link.tsx'
import { counted, text } from '../../base/texts/index.ts'
import { Icon } from '../../base/ui/icons.tsx'
import { Names } from '../../base/ui/names.tsx'
import { valuePath } from '../../base/ui/observable.tsx'
import { verdictIcon } from '../../base/ui/verdict-mark.tsx'
import type { MailModel } from './mail-model.ts'
import { Marks } from './marks.tsx'
import type { Evidence } from './places.ts'

interface MailHeadProps {
  mail: MailModel
  evidence: Evidence
  isOpen: boolean
}

/** Who says they wrote, who gets the reply, and whether that was checked. */
export function MailHead({ mail, evidence, isOpen }: MailHeadProps) {
  const { from, sender, replyTo, to, subject, sent, checks } = mail
  const [first] = to
  const isForged = checks.some(({ level, method }) => level === 'suspicious' && method !== 'dkim')
  const at = (place: string, children: ReactNode) => (
    <Marks evidence={evidence} place={place} isOpen={isOpen}>
      {children}
    </Marks>
  )
  return (
    <dl className="value-mail-head">
      {(from.name !== '' || from.address !== '') && (
        <Fact label={text('facts.from')}>
          {at(
            'from',
            <>
              {from.name !== '' && (
                <strong>
                  <Names in={defangSentence(from.name)} />
                </strong>
              )}{' '}
              {from.address !== '' && <Address address={from.address} />}
            </>,
          )}
          {isForged && !isOpen && (
            <span className="fact-warning" data-verdict="suspicious">
              <Icon name="level-suspicious" />
              {text('facts.forged')}
            </span>
          )}
        </Fact>
      )}
      {sender !== undefined && (
        <Fact label={text('value.sentBy')}>{at('sender', <Address address={sender} />)}</Fact>
      )}
      {replyTo.length > 0 && (
        <Fact label={text('facts.replyTo')}>
          {at(
            'replyTo',
            replyTo.slice(0, 3).map((address) => <Address key={address} address={address} />),
          )}
        </Fact>
      )}
      {first && (
        <Fact label={text('facts.to')}>
          {first.address === '' ? (
            <span>{defangSentence(first.name)}</span>
          ) : (
            <Address address={first.address} />
          )}
          {to.length > 1 && <span className="muted">{counted('facts.moreTo', to.length - 1)}</span>}
          {sent !== undefined && <span className="muted">· {dateAndHour(sent)}</span>}
        </Fact>
      )}
      {subject !== '' && (
        <Fact label={text('facts.subject')}>
          {at(
            'subject',
            <strong>
              <Names in={defangSentence(subject)} />
            </strong>,
          )}
        </Fact>
      )}
      <Fact label={text('value.checks')}>
        {checks.map(({ method, level, title, note }) => (
          <span key={method} className="value-check" data-verdict={isOpen ? 'none' : level}>
            {at(
              `check ${method}`,
              <span title={defangSentence(note)}>
                <Icon name={verdictIcon(isOpen ? 'none' : level)} />
                {title}
              </span>,
            )}
          </span>
        ))}
      </Fact>
    </dl>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const Address = ({ address }: { address: string }) => (
  <Link className="value" to={valuePath({ dataType: 'mail', data: address })}>
    {defangText(defang('mail', address))}
  </Link>
)
