/** Whether Mimamori is installed on this device, and the way to install it. Requirement ALARM-03. */
import { createStore } from '#lib/store.ts'

/** An event of Chromium browsers; TypeScript does not know it. */
type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

/** The browser's own offer to install, once it has made one. */
const offer = createStore<InstallPrompt | null>(() => null)
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  offer.set(event as InstallPrompt)
})
addEventListener('appinstalled', () => offer.set(null))

export const useInstallOffer = offer.use

export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true
}

/** iPhones and iPads show notifications of installed pages alone; an iPad calls itself a Macintosh with a touch screen. */
export function isApple(of: Pick<Navigator, 'userAgent' | 'maxTouchPoints'> = navigator): boolean {
  return /iPhone|iPad|iPod/.test(of.userAgent) || (of.userAgent.includes('Macintosh') && of.maxTouchPoints > 1)
}

/** The system, as far as its silent mode differs from that of others. */
export function systemOf(
  of: Pick<Navigator, 'userAgent' | 'maxTouchPoints'> = navigator,
): 'apple' | 'android' | 'other' {
  if (isApple(of)) return 'apple'
  return of.userAgent.includes('Android') ? 'android' : 'other'
}

/** Answers whether the person agreed. */
export async function install(prompt: InstallPrompt): Promise<boolean> {
  const { outcome } = await prompt.prompt()
  offer.set(null)
  return outcome === 'accepted'
}
