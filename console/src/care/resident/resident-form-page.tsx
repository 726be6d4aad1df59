/** residents/new and residents/{id}/edit: one form for both. RESIDENT-01. */
import type { ResidentDetail } from '@mimamori/contract/care/resident.ts'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { BackLink } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { ResidentForm } from './resident-form.tsx'
import { useResident } from './resident-queries.ts'

const route = getRouteApi('/app/residents/$residentId/edit')

export function ResidentNewPage() {
  const { t } = useTranslation('resident')
  const open = useOpen()
  return (
    <>
      <PageHeader lead={<BackLink to="/app/residents" label={t('back')} />} title={t('new')} />
      <ResidentForm onSaved={open} />
    </>
  )
}

export function ResidentEditPage() {
  const { t } = useTranslation('resident')
  const { residentId } = route.useParams()
  const resident = useResident(residentId)
  const open = useOpen()
  return (
    <>
      <PageHeader
        lead={<BackLink to="/app/residents/$residentId" params={{ residentId }} label={t('back-one')} />}
        title={resident.data?.name ?? t('edit-title')}
      />
      <Loaded query={resident}>
        {(record: ResidentDetail) => <ResidentForm resident={record} onSaved={open} onReload={resident.refetch} />}
      </Loaded>
    </>
  )
}

function useOpen() {
  const navigate = useNavigate()
  return ({ id }: { id: string }) =>
    void navigate({ to: '/app/residents/$residentId', params: { residentId: id }, replace: true })
}
