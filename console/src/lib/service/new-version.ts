/** After a new version was installed, an open page asks for files of the old one that are gone: it starts anew, once. */

/** The build that was left by a reload, so that a service which answers two builds by turns is not followed for ever. */
const LEFT_KEY = 'left-build'

/** For the first code of the page. A file that is only out of reach, as without a network, reloads nothing. */
export function followNewVersions(): void {
  addEventListener('vite:preloadError', () => void restartIfReplaced())
}

async function restartIfReplaced(): Promise<void> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  const page = await fetch('/', { cache: 'no-store' }).then(
    (answer) => (answer.ok ? answer.text() : null),
    () => null,
  )
  if (!own || !page || page.includes(own) || !leaves(own)) return
  location.reload()
}

/** Answers false when this build was left before, or when the browser cannot remember it. */
function leaves(build: string): boolean {
  try {
    if (sessionStorage.getItem(LEFT_KEY) === build) return false
    sessionStorage.setItem(LEFT_KEY, build)
    return true
  } catch {
    return false
  }
}
