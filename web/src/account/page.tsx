import { SignOut } from '../ui/sign-out.tsx'
import './account.css'
import type { ReactNode } from 'react'
import { basePath } from '../routing/base.ts'
import { useSession } from '../session/session.ts'
import { text } from '../texts/index.ts'
import { Page } from '../ui/page.tsx'
import { KeyPanel } from './key-panel.tsx'
import { NamedKeys } from './named-keys.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { PreferencesPanel } from './preferences-panel.tsx'
import { ProfilePanel } from './profile-panel.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'

export function AccountPage() {
  const { user, status, setUser } = useSession()
  const { capabilities } = status.config
  return (
    <Page title={text('account.title')}>
      <Section title={text('profile.title')} about={text('profile.about')}>
        <ProfilePanel />
      </Section>
      <Section title={text('preferences.title')} about={text('preferences.about')}>
        <PreferencesPanel />
      </Section>
      {capabilities.includes('authByKey') && (
        <Section title={text('key.title')} about={text('key.about')}>
          <KeyPanel user={user} onUser={setUser} />
        </Section>
      )}
      {capabilities.includes('authByKey') && (
        <Section title={text('keys.title')} about={text('keys.about')}>
          <NamedKeys login={user.id} />
        </Section>
      )}
      {capabilities.includes('changePassword') && user.hasPassword && (
        <Section title={text('change.title')} about={text('change.about')}>
          <PasswordPanel login={user.id} />
        </Section>
      )}
      {user.hasPassword && (
        <Section title={text('factor.title')} about={text('factor.about')}>
          <SecondFactorPanel />
        </Section>
      )}
      <Section title={text('session.title')} about={text('session.about')}>
        <SignOut />
      </Section>
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
