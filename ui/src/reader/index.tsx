export { PageBeside } from "./page-beside";
export { Reader, type ReaderProps } from "./reader";
