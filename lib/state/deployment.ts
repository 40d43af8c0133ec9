// What the browser may know of the deployment that it talks to. Given by the outermost layout, read anywhere.
'use client';
import { createContext, use } from 'react';

export interface Deployment {
  /** Name of the running build; empty where there is none. */
  build: string;
  /** Whether the program's own files may be kept in a service worker. */
  serviceWorker: boolean;
  /** Where a person sends 12 when no text message comes: digits, or empty where the hint is not shown. */
  shortNumber: string;
  /** The card provider that an order names. */
  gateway: string;
}

const NONE: Deployment = { build: '', serviceWorker: false, shortNumber: '', gateway: '' };

export const DeploymentContext = createContext<Deployment>(NONE);

/** The deployment of this page. */
export const useDeployment = (): Deployment => use(DeploymentContext);
