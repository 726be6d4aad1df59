/** The user manual, in a tab of its own: one page in English, one for every other language (GEN-05). */
import { IconButton } from '@mui/material'
import { BookOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'

export function ManualLink({ className }: { className?: string | undefined }) {
  const { t, i18n } = useTranslation('app')
  return (
    <IconButton
      className={className}
      href={i18n.language === 'en' ? '/manual/en.html' : '/manual/ja.html'}
      target="_blank"
      rel="noopener"
      aria-label={t('manual')}
      data-tip={t('manual')}
    >
      <BookOpen size={22} />
    </IconButton>
  )
}
