/** Around what only the PRO package opens: without it dimmed and out of reach, with the badge that says why (NAV-11). */
import { Tooltip } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Feature, useHasFeature } from '#lib/session/pro.ts'
import { ProBadge } from './pro-badge.tsx'
import css from './pro-feature.module.css'

type Props = {
  feature: Feature
  children: ReactNode
  /** `inline`: a menu entry, a tab, an option; the badge stands behind it. Otherwise above a block. */
  inline?: boolean
}

export function ProFeature({ feature, children, inline }: Props) {
  const { t } = useTranslation('ui')
  if (useHasFeature(feature)) return children
  return (
    <div className={inline ? css.inline : css.block}>
      <ProBadge />
      <Tooltip describeChild followCursor title={`${t('pro-only')} ${t('pro-available')}`}>
        <div className={css.locked}>
          {/* Inert: neither pointer nor keyboard reaches the links inside. */}
          <div className={css.dimmed} inert>
            {children}
          </div>
        </div>
      </Tooltip>
    </div>
  )
}
