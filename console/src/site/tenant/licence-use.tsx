/** How much of a site's two camera limits is in use, each as a bar with its figures. */
import type { Tenant } from '@mimamori/contract/site/tenant.ts'
import { useTranslation } from 'react-i18next'
import css from './licence-use.module.css'

type Use = Pick<Tenant, 'roomCameraCount' | 'roomCameraLimit' | 'publicCameraCount' | 'publicCameraLimit'>

export function LicenceUse({ tenant }: { tenant: Use }) {
  const { t } = useTranslation('tenant')
  return (
    <span className={css.use}>
      <Bar label={t('rooms')} used={tenant.roomCameraCount} limit={tenant.roomCameraLimit} />
      <Bar label={t('public-places')} used={tenant.publicCameraCount} limit={tenant.publicCameraLimit} />
    </span>
  )
}

/** From this share on the licence is worth a look. */
const NEARLY_FULL = 0.9

/** `limit` null: any number is fine, so there is nothing to fill. */
function Bar({ label, used, limit }: { label: string; used: number; limit: number | null }) {
  if (limit === null) {
    return (
      <span className={css.row}>
        <span className={css.label}>{label}</span>
        <span className={css.figures}>{used}</span>
      </span>
    )
  }
  const share = limit === 0 ? (used > 0 ? 1 : 0) : Math.min(1, used / limit)
  return (
    <span className={css.row} data-full={(share >= NEARLY_FULL && used > 0) || undefined}>
      <span className={css.label}>{label}</span>
      <span className={css.track} aria-hidden>
        <span className={css.fill} style={{ inlineSize: `${share * 100}%` }} />
      </span>
      <span className={css.figures}>{`${used} / ${limit}`}</span>
    </span>
  )
}
