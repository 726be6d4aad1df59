/** Pages about what the product did: audit, messages, e-mails, the installation. How a page is added says routes.tsx. */

import { createRoute } from '@tanstack/react-router'
import { toDeliverySearch } from '#console/alerting/delivery/delivery-search.ts'
import { toAuditSearch } from '#console/identity/audit/audit-search.ts'
import { toSetupSearch } from '#console/site/setup/setup-search.ts'
import { loadTexts } from '#lib/browser/i18n.ts'
import { isId, type ListSearch, toListSearch } from '#lib/list/list-search.ts'
import { app, inMenu, managementPage, needs, pageWithTexts } from './app-route.tsx'
import { lazyPage } from './lazy-page.tsx'

const mailbox = createRoute({
  getParentRoute: () => app,
  path: 'mail/list',
  beforeLoad: inMenu('/app/mail'),
  validateSearch: toMailSearch,
  component: managementPage(() => import('#console/alerting/mail/mail-page.tsx'), 'MailPage'),
})

/** Reached from the account menu and the palette: everybody who did something may look at that. */
const audit = createRoute({
  getParentRoute: () => app,
  path: 'audit',
  beforeLoad: needs('audit.search'),
  validateSearch: toAuditSearch,
  component: managementPage(() => import('#console/identity/audit/audit-page.tsx'), 'AuditPage'),
})

/** Reached as the audit log is. */
const deliveries = createRoute({
  getParentRoute: () => app,
  path: 'deliveries',
  beforeLoad: needs('delivery.search'),
  validateSearch: toDeliverySearch,
  component: managementPage(() => import('#console/alerting/delivery/delivery-page.tsx'), 'DeliveryPage'),
})

/** Reached from the mailbox, by the operator alone. */
const installation = createRoute({
  getParentRoute: () => app,
  path: 'installation',
  beforeLoad: needs('installation.get'),
  component: pageWithTexts('installation', () => import('../factor/installation-route.tsx'), 'InstallationRoute'),
})

/** The first setup follows the first account, and is reached from the dashboard until it is done. */
const setup = createRoute({
  getParentRoute: () => app,
  path: 'setup',
  beforeLoad: needs('setup.get'),
  validateSearch: toSetupSearch,
  component: lazyPage(async () => {
    const texts = Promise.all([loadTexts('management'), loadTexts('setup')])
    const [{ SetupRoute }] = await Promise.all([import('../setup-route.tsx'), texts])
    return { SetupRoute }
  }, 'SetupRoute'),
})

/** The routes in the order of the menus that lead there. */
export const oversightRoutes = [audit, deliveries, installation, mailbox, setup] as const

/** The state of the mailbox in the address: the search, and the open e-mail. */
export type MailSearch = ListSearch<'createdAt'> & { open?: string }

/** Parses an address that a person may have typed: drops invalid parts. */
export function toMailSearch(raw: Record<string, unknown>): MailSearch {
  return {
    ...toListSearch(raw, ['createdAt']),
    ...(isId(raw.open) && { open: raw.open }),
  }
}
