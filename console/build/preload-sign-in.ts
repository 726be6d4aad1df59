/** Vite plugin: the page asks for the sign-in's few kilobytes at once instead of after the first script has run. */
import type { Plugin } from 'vite'

/** The name that Rolldown gives to the chunk of identity/session/public/public-site.tsx. */
const SIGN_IN = 'public-site'

export function preloadSignIn(): Plugin {
  return {
    name: 'preload-sign-in',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) => {
        const files = Object.values(bundle)
        const chunk = files.find((file) => file.type === 'chunk' && file.name === SIGN_IN)
        if (chunk?.type !== 'chunk') throw new Error(`no chunk is named ${SIGN_IN} any more`)
        // Not its styles: a browser complains about a preloaded sheet that a signed-in page never uses.
        const attrs = { rel: 'modulepreload', href: `/${chunk.fileName}`, crossorigin: true }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}
