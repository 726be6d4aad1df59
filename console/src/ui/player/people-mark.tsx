/** Says that people cannot be recognised in this image, and how; nothing where they can. CAM-09. */
import { VenetianMask } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import css from './people-mark.module.css'

/** As the contract's `peopleLook` has them. */
export type PeopleLook = 'clear' | 'blurred' | 'silhouettes'

/** `isCorner`: it stands over the image's lower edge by itself. */
export function PeopleMark({ people, isCorner }: { people: PeopleLook; isCorner?: boolean }) {
  const { t } = useTranslation('word')
  if (people === 'clear') return null
  return (
    <span className={css.mark} data-corner={isCorner || undefined} title={t(`people-${people}-help`)}>
      <VenetianMask size={14} aria-hidden />
      <span className={css.words}>{t(`people-${people}`)}</span>
    </span>
  )
}
