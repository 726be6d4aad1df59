/** Deletes a unit after its name was typed; one with cameras says what has to happen first. UNIT-01. */
import type { UnitDetail } from '@mimamori/contract/unit.ts'
import { Button } from '@mui/material'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { notifySuccess } from '#ui/toast.ts'
import { useRemoveUnit } from './unit-queries.ts'

export function DeleteUnit({ unit }: { unit: UnitDetail }) {
  const { t } = useTranslation('unit')
  const navigate = useNavigate()
  const remove = useRemoveUnit()
  const [isOpen, setOpen] = useState(false)
  const hasCameras = unit.cameras.length > 0
  return (
    <>
      <Button
        variant="text"
        color="error"
        startIcon={<Trash2 size={18} />}
        disabled={hasCameras}
        title={hasCameras ? t('has-cameras', { limit: unit.cameras.length }) : undefined}
        onClick={() => setOpen(true)}
      >
        {t('delete')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={t('delete-title', { name: unit.name })}
        text={t('delete-text')}
        verb={t('delete')}
        nameToType={unit.name}
        onClose={() => setOpen(false)}
        onConfirm={async () => {
          await remove.mutateAsync(unit.id)
          notifySuccess(t('deleted'))
          await navigate({ to: '/app/units/list' })
        }}
      />
    </>
  )
}
