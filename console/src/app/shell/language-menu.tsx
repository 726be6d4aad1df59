/** The languages (GEN-03); their menu is loaded when it is opened. */
import { IconButton } from '@mui/material'
import { Globe } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#lib/service/patient-load.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'

const LanguageOptions = lazyPart(() => import('./language-options.tsx'))

export function LanguageMenu() {
  const { t } = useTranslation('app')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        aria-label={t('language')}
        data-tip={t('language')}
        aria-haspopup="menu"
        onClick={(event) => {
          setAnchor(event.currentTarget)
          setOpen(true)
        }}
      >
        <Globe size={22} />
      </IconButton>
      {anchor && (
        <LazyOverlay onFailed={() => setAnchor(null)}>
          <LanguageOptions anchor={anchor} isOpen={isOpen} onClose={() => setOpen(false)} />
        </LazyOverlay>
      )}
    </>
  )
}
