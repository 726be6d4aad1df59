/** settings/list with the tab that another noun brings: nouns meet here. */

import { Suspense } from 'react'
import { RingerPanel } from '#console/alerting/ringer/ringer-panel.tsx'
import { SecurityTab } from '#console/identity/security/security-tab.tsx'
import { AccountCard } from '#console/identity/service-account/account-card.tsx'
import { KindCard } from '#console/site/asset/kind-card.tsx'
import { SettingsPage } from '#console/site/asset/settings-page.tsx'
import { AlarmSettingsTab } from '#console/site/tenant/alarm/alarm-settings-tab.tsx'
import { mayCall } from '#lib/access/access.ts'
import { loadTexts } from '#lib/browser/i18n.ts'
import { lazyPart } from '#lib/service/patient-load.ts'
import { isOverSites, useUser } from '#lib/session/session.ts'
import { NotConnected } from '#ui/layout/not-connected.tsx'

const OidcForm = lazyPart(async () => {
  const [form] = await Promise.all([import('#console/identity/oidc/oidc-form.tsx'), loadTexts('oidc-settings')])
  return { default: form.OidcForm }
})

const WebhookCard = lazyPart(async () => {
  const [card] = await Promise.all([import('#console/alerting/webhook/webhook-card.tsx'), loadTexts('webhook')])
  return { default: card.WebhookCard }
})

const ContactCard = lazyPart(async () => {
  const [card] = await Promise.all([
    import('#console/alerting/contact/contact-card.tsx'),
    loadTexts('contact-settings'),
  ])
  return { default: card.ContactCard }
})

const AccidentSettingsCard = lazyPart(async () => {
  const [card] = await Promise.all([import('#console/care/accident/accident-settings-card.tsx'), loadTexts('accident')])
  return { default: card.AccidentSettingsCard }
})

function ReportsOfSite() {
  if (isOverSites(useUser())) return <NotConnected />
  return (
    <Suspense fallback={null}>
      <AccidentSettingsCard />
    </Suspense>
  )
}

/** Each site of an organization has its own. */
function ContactsOfSite() {
  const user = useUser()
  if (isOverSites(user) || !mayCall(user.role, 'contact.list')) return null
  return (
    <Suspense fallback={null}>
      <ContactCard />
    </Suspense>
  )
}

/** Sites have no provider of their own. */
function OidcOfOrganization() {
  return (
    isOverSites(useUser()) && (
      <Suspense fallback={null}>
        <OidcForm />
      </Suspense>
    )
  )
}

export function SettingsRoute() {
  return (
    <SettingsPage
      alarms={
        <>
          <AlarmSettingsTab />
          <RingerPanel />
        </>
      }
      security={
        <>
          <SecurityTab />
          <OidcOfOrganization />
        </>
      }
      reports={<ReportsOfSite />}
      integrations={
        <>
          <AccountCard />
          <KindCard />
          <Suspense fallback={null}>
            <WebhookCard />
          </Suspense>
          <ContactsOfSite />
        </>
      }
    />
  )
}
