/** units/new and units/edit/{id}: one form for both; the page decides what saving means. The worked example of a form page. */
import type { Unit, UnitDetail } from '@mimamori/contract/site/unit.ts'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { isOverSites, useIsOutside, useUser } from '#lib/session/session.ts'
import { BackLink } from '#ui/layout/link-button.tsx'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { UnitApps } from './unit-apps.tsx'
import { DeleteUnit } from './unit-delete.tsx'
import { UnitForm } from './unit-form.tsx'
import { useUnit } from './unit-queries.ts'
import { UnitOfSiteForm } from './unit-site-form.tsx'

const route = getRouteApi('/app/units/edit/$unitId')

export function UnitNewPage() {
  const { t } = useTranslation('unit')
  const navigate = useNavigate()
  const isOutside = useIsOutside()
  const needsSite = isOverSites(useUser()) || isOutside
  const open = ({ id }: Unit) => navigate({ to: '/app/units/edit/$unitId', params: { unitId: id }, replace: true })
  const list = () => navigate({ to: '/app/units/list', replace: true })
  return (
    <>
      <Header title={t('new')} />
      {needsSite ? <UnitOfSiteForm onSaved={isOutside ? list : open} /> : <UnitForm onSaved={open} />}
    </>
  )
}

/** What belongs to a unit is seen within its site alone. */
export function UnitEditPage() {
  return useIsOutside() ? <NotConnected /> : <Edit />
}

function Edit() {
  const { t } = useTranslation('unit')
  const { unitId } = route.useParams()
  const unit = useUnit(unitId)
  return (
    <>
      <Header title={unit.data?.name ?? t('edit')} unit={unit.data} />
      <Loaded query={unit}>
        {(record) => (
          <>
            <UnitForm unit={record} onReload={unit.refetch} />
            <UnitApps unit={record} />
          </>
        )}
      </Loaded>
    </>
  )
}

function Header({ title, unit }: { title: string; unit?: UnitDetail }) {
  const { t } = useTranslation('unit')
  const mayDelete = mayCall(useUser().role, 'unit.remove')
  return (
    <PageHeader
      lead={<BackLink to="/app/units/list" label={t('back-to-list')} />}
      title={title}
      actions={unit && mayDelete && <DeleteUnit unit={unit} />}
    />
  )
}
