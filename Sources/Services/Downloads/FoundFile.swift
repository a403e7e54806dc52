import HTTPClient
import ServicePlan

extension UplinkReply {
  /// The answer where the service has what it was asked for; 404 and 410 say that it has not.
  func found() throws(CatalogueFault) -> UplinkResponse {
    if case .answer(let response) = self, [404, 410].contains(response.status) { throw .absent }
    do throws(ServiceFault) { return try success() } catch { throw .service(error) }
  }

  /// The same of a file that may lie anywhere: who refuses it there says nothing of an account here.
  func foundFile() throws(CatalogueFault) -> UplinkResponse {
    if case .answer(let response) = self, [401, 403].contains(response.status) {
      throw .service(.refused("status \(response.status)"))
    }
    return try found()
  }
}
