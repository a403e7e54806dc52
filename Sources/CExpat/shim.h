#pragma once
#include <expat.h>

// XML_Status and XML_Error are C enums whose cases are macros beside them.
static inline int barograph_xml_failed(enum XML_Status status) { return status == XML_STATUS_ERROR; }
