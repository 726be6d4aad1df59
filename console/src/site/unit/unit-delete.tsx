/** Deletes a unit after its name was typed; if it has cameras, shows what must be done first. UNIT-01. */
import type { UnitDetail } from '@mimamori/contract/site/unit.ts'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { notifySuccess } from '#ui/feedback/toast.ts'
import { DeleteButton } from '#ui/form/delete-button.tsx'
import { useRemoveUnit } from './unit-queries.ts'

export function DeleteUnit({ unit: { id, name, cameras } }: { unit: UnitDetail }) {
  const { t } = useTranslation('unit')
  const navigate = useNavigate()
  const remove = useRemoveUnit()
  return (
    <DeleteButton
      verb={t('delete')}
      title={t('delete-title', { name })}
      text={t('delete-text')}
      nameToType={name}
      rejection={cameras.length > 0 ? t('has-cameras', { limit: cameras.length }) : undefined}
      onDelete={async () => {
        await remove.mutateAsync(id)
        notifySuccess(t('deleted'))
        await navigate({ to: '/app/units/list' })
      }}
    />
  )
}
