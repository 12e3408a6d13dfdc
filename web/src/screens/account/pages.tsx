import { SignOut } from '../../base/ui/sign-out.tsx'
import './account.css'
import type { ReactNode } from 'react'
import { basePath } from '../../base/routing/base.ts'
import { useSession } from '../../base/session/session.ts'
import { text } from '../../base/texts/index.ts'
import { Page } from '../../base/ui/page.tsx'
import { NamedKeys } from '../../shared/users/named-keys.tsx'
import { KeyPanel } from './key-panel.tsx'
import { NotificationsPanel } from './notifications-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { PreferencesPanel } from './preferences-panel.tsx'
import { ProfilePanel } from './profile-panel.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'

export function AccountPage() {
  const { user, status } = useSession()
  const { capabilities, authType } = status.config
  // Passwords of a directory are not kept here.
  const asksForPassword = user.hasPassword || authType.includes('ldap')
  return (
    <Page title={text('account.title')}>
      <Section title={text('profile.title')} about={text('profile.about')}>
        <ProfilePanel />
      </Section>
      {capabilities.includes('changePassword') && user.hasPassword && (
        <Section name="password" title={text('change.title')} about={text('change.about')}>
          <PasswordPanel login={user.id} />
        </Section>
      )}
      {asksForPassword && (
        <Section name="second-factor" title={text('factor.title')} about={text('factor.about')}>
          <SecondFactorPanel />
        </Section>
      )}
      <Section name="notifications" title={text('notices.title')} about={text('notices.about')}>
        <NotificationsPanel />
      </Section>
      <Section name="session" title={text('session.title')} about={text('session.about')}>
        <SignOut />
      </Section>
    </Page>
  )
}

/** For programs: the keys that they sign in with, and what they can ask. */
export function KeysPage() {
  const { user, status, setUser } = useSession()
  return (
    <Page title={text('place.keys')}>
      {status.config.capabilities.includes('authByKey') && (
        <>
          <Section name="key" title={text('key.title')} about={text('key.about')}>
            <KeyPanel user={user} onUser={setUser} />
          </Section>
          <Section name="named-keys" title={text('keys.title')} about={text('keys.about')}>
            <NamedKeys login={user.id} />
          </Section>
        </>
      )}
      <Section title={text('links.title')} about={text('links.about')}>
        <ul className="links">
          <li>
            <a href={`${basePath}/api/docs`}>{text('links.docs')}</a>{' '}
            <span>{text('links.docsAbout')}</span>
          </li>
          <li>
            <a href={`${basePath}/api/openapi.json`}>{text('links.openapi')}</a>{' '}
            <span>{text('links.openapiAbout')}</span>
          </li>
        </ul>
      </Section>
    </Page>
  )
}

export function LookPage() {
  return (
    <Page title={text('place.look')}>
      <Section title={text('preferences.title')} about={text('preferences.about')}>
        <PreferencesPanel />
      </Section>
    </Page>
  )
}

interface SectionProps {
  /** By which the search of the settings finds it. */
  name?: string
  title: string
  about: string
  children: ReactNode
}

function Section({ name, title, about, children }: SectionProps) {
  return (
    <section className="section">
      <div className="section-head">
        <h2 tabIndex={-1} data-setting={name}>
          {title}
        </h2>
        <p>{about}</p>
      </div>
      <div className="section-body">{children}</div>
    </section>
  )
}
