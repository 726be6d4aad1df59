// Handed over as it is: VitePress would bundle what is imported by name, and its paths would be others then.
const { siteConfig } = await import(new URL('../../../tools/documents/config.ts', import.meta.url).href)

export default siteConfig()
