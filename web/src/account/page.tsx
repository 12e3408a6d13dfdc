import type { ReactNode } from 'react'
import type { CurrentUser, Status } from '../api.ts'
import { text } from '../texts.ts'
import { KeyPanel } from './key-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'

interface AccountPageProps {
  user: CurrentUser
  status: Status
  /** Tells that the server now has another state of the user. */
  onUser: (user: CurrentUser) => void
}

export function AccountPage({ user, status, onUser }: AccountPageProps) {
  const { capabilities } = status.config
  return (
    <>
      <h1 tabIndex={-1}>{text('account.title')}</h1>
      <Section title={text('profile.title')} about={text('profile.about')}>
        <Profile user={user} />
      </Section>
      {capabilities.includes('authByKey') && (
        <Section title={text('key.title')} about={text('key.about')}>
          <KeyPanel user={user} onUser={onUser} />
        </Section>
      )}
      {capabilities.includes('changePassword') && (
        <Section title={text('change.title')} about={text('change.about')}>
          <PasswordPanel login={user.id} />
        </Section>
      )}
      <Section title={text('links.title')} about={text('links.about')}>
        <ul className="links">
          <li>
            <a href="/api/docs">{text('links.docs')}</a> <span>{text('links.docsAbout')}</span>
          </li>
          <li>
            <a href="/api/openapi.json">{text('links.openapi')}</a>{' '}
            <span>{text('links.openapiAbout')}</span>
          </li>
        </ul>
      </Section>
    </>
  )
}

function Section(props: { title: string; about: string; children: ReactNode }) {
  return (
    <section className="section">
      <div className="section-head">
        <h2>{props.title}</h2>
        <p>{props.about}</p>
      </div>
      <div className="section-body">{props.children}</div>
    </section>
  )
}

function Profile({ user }: { user: CurrentUser }) {
  return (
    <dl className="facts">
      <dt>{text('profile.name')}</dt>
      <dd>{user.name}</dd>
      <dt>{text('profile.login')}</dt>
      <dd className="value">{user.id}</dd>
      <dt>{text('profile.organization')}</dt>
      <dd className="value">{user.organization}</dd>
      <dt>{text('profile.roles')}</dt>
      <dd>
        {user.roles.length === 0 && text('profile.noRoles')}
        <ul className="badges">
          {user.roles.map((role) => (
            <li className="badge" key={role}>
              {role}
            </li>
          ))}
        </ul>
      </dd>
    </dl>
  )
}
