export { stopN8n as default } from './startN8n.ts';
