/** Actions for the selected records: stays visible at the bottom of the list. */
import { Button } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeys } from '#lib/browser/use-keys.ts'
import css from './selection-bar.module.css'

type Props = { count: number; onClear: () => void; children: ReactNode }

/** Escape clears the selection. */
export function SelectionBar({ count, onClear, children }: Props) {
  const { t } = useTranslation('ui')
  useKeys({ Escape: onClear })
  return (
    <section className={css.bar} data-holds-actions aria-label={t('selected', { count })}>
      <span className={css.count} aria-live="polite">
        {t('selected', { count })}
      </span>
      <Button variant="text" onClick={onClear}>
        {t('clear-selection')}
      </Button>
      <span className={css.actions}>{children}</span>
    </section>
  )
}
