/** A page of settings that each site has for itself: with its name, and only for users in a single site. */
import type { ReactNode } from 'react'
import { isOverSites, siteOf, useUser } from '#lib/session/session.ts'
import { BackLink } from './link-button.tsx'
import { NotConnected } from './not-connected.tsx'
import css from './page-header.module.css'
import { PageHeader } from './page-header.tsx'

type Props = {
  title: string
  back: { to: '/app/cameras/list' | '/app/recordings/list'; label: string }
  children: (tenantId: string) => ReactNode
}

export function SitePage({ title, back, children }: Props) {
  const user = useUser()
  const site = siteOf(user)
  // Each site of an organization has its own, on the site's page.
  if (!site || isOverSites(user)) return <NotConnected />
  return (
    <>
      <PageHeader lead={<BackLink to={back.to} label={back.label} />} title={title} subtitle={site.schemaName} />
      <div className={css.column}>{children(site.id)}</div>
    </>
  )
}
