/** The platform as npm packages of native programs name it, such as `linux-x64`. */
export function platformOf(): string {
  return `${process.platform}-${process.arch}`
}
